/** A setting of the environment that is on or off. */

const on: readonly string[] = ['1', 'true', 'yes', 'on'];
const off: readonly string[] = ['0', 'false', 'no', 'off', ''];

/** In any case of letters; left out or empty it is off. Null for any other word, of which whoever asks has to tell. */
export function switchSetting(value: string | undefined): boolean | null {
  const word = (value ?? '').trim().toLowerCase();
  return on.includes(word) ? true : off.includes(word) ? false : null;
}
