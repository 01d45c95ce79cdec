/** Why something could not be written, for people. The words are those of `src/base/files/disk-error.ts`. */
import { say } from '../language/say.ts';

const sentences: Readonly<Record<string, () => string>> = {
  'disk-full': () => say('the disk is full'),
  'no-permission': () => say('you may not write there'),
  busy: () => say('another program is using it'),
  'missing-directory': () => say('its folder does not exist, or is a file'),
  path_too_long: () => say('the path is too long'),
};

/** `reason`: what went wrong, as a `DiskReason`. */
export function diskInWords(reason: string): string {
  return (Object.hasOwn(sentences, reason) ? sentences[reason] : undefined)?.() ?? say('the disk reported an error');
}
