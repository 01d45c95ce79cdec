/** A setting of the environment that is on or off. */

const on: readonly string[] = ['1', 'true', 'yes', 'on'];
const off: readonly string[] = ['0', 'false', 'no', 'off', ''];

/** In any case; missing or empty means off. Null for any other word, which the caller has to report. */
export function switchSetting(value: string | undefined): boolean | null {
  const word = (value ?? '').trim().toLowerCase();
  return on.includes(word) ? true : off.includes(word) ? false : null;
}
