/** Why something could not be written, for people. The words are those of `src/base/files/disk-error.ts`. */
import { say } from '../../language/say.ts';

const sentences: Readonly<Record<string, () => string>> = {
  'disk-full': () => say('the disk is full'),
  'no-permission': () => say('you may not write there, or the disk is read-only'),
  busy: () => say('another program is using it'),
  'missing-directory': () => say('its folder does not exist, or is a file'),
  path_too_long: () => say('the path is too long'),
};

const mends: Readonly<Record<string, () => string>> = {
  'disk-full': () => say('free some space on it'),
  'no-permission': () => say('make the folder and its disk writable'),
  busy: () => say('try again'),
  'missing-directory': () => say('create the folder'),
  path_too_long: () => say('choose a shorter path'),
};

/** The same with what to do. */
export function diskWithMend(reason: string): string {
  const mend = (Object.hasOwn(mends, reason) ? mends[reason] : undefined)?.() ?? say('check the disk');
  return `${diskInWords(reason)}; ${mend}`;
}

/** Whether the word is one of those. */
export function isDiskReason(word: string): boolean {
  return Object.hasOwn(sentences, word) || word === 'io-error';
}

/** `reason`: what went wrong, as a `DiskReason`. */
export function diskInWords(reason: string): string {
  return (Object.hasOwn(sentences, reason) ? sentences[reason] : undefined)?.() ?? say('the disk reported an error');
}
