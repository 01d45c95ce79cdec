/** Why a file for others could not be written, for people. */

import { say } from '../../domain/language/say.ts';
import type { WriteFailure } from './stamped-files.ts';

const because: Readonly<Record<WriteFailure | 'redaction-failed' | 'nothing', () => string>> = {
  'redaction-failed': () => say('nothing was written: a text could not be looked through for what tells about you'),
  nothing: () => say('nothing was written: there are no logs yet'),
  stopped: () => say('stopped; nothing was written'),
  'disk-full': () => say('nothing was written: the disk is full'),
  'no-permission': () => say('nothing was written: you may not write into this folder'),
  busy: () => say('nothing was written: the folder is in use; try again'),
  'missing-directory': () => say('nothing was written: the folder could not be created'),
  path_too_long: () => say('nothing was written: the path of the folder is too long'),
  'io-error': () => say('nothing was written: the disk failed, or a file has the name of the folder'),
  'too-many': () => say('nothing was written: there are too many of this second in the folder'),
};

/** The word for it with `--json` is the reason itself. */
export function whyNotWritten(reason: keyof typeof because): { readonly says: string; readonly word: string } {
  return { says: because[reason](), word: reason.replaceAll('-', '_') };
}
