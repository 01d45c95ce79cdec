/** What became of the files of deleted copies, in sentences for people. */
import type { FileDeletion, FileReturn } from '../../contract/fragment-words.ts';
import { say } from '../language/say.ts';

const deletions: Readonly<Record<FileDeletion, () => string>> = {
  trashed: () => say('Its file is in the trash.'),
  none: () => say('It has no saved file.'),
  gone: () => say('Its file was not there any more.'),
  changed: () => say('Its file is kept: it is not what Hub wrote any more.'),
  shared: () => say('Its file is kept: another copy has the same file.'),
  outside: () => say('Its file is kept: it is not in its WorkSpace any more, or a link leads there.'),
  'no-trash': () => say('Its file is kept: its disk has no trash that Hub can use, and Hub does not delete files for good.'),
  failed: () => say('Its file is kept: it could not be moved to the trash.'),
  'no-answer': () => say('Its file may still be there: its disk or the save worker did not answer in time.'),
};

const returns: Readonly<Record<FileReturn, () => string>> = {
  back: () => say('Its file is back too.'),
  none: () => say('Its file was not in the trash.'),
  taken: () => say('Its file is still in the trash: something else has its place.'),
  missing: () => say('Its file is not in the trash any more.'),
  failed: () => say('Its file is still in the trash: it could not be moved back. Hub tries again at its next start.'),
  'no-answer': () => say('Its file may still be in the trash: its disk or the save worker did not answer in time.'),
};

/** One sentence about one file. */
export function fileDeletionInWords(file: FileDeletion): string {
  return deletions[file]();
}

export function fileReturnInWords(file: FileReturn): string {
  return returns[file]();
}

/** Whether everything is as the user wanted it. */
export function isFileDeleted(file: FileDeletion): boolean {
  return file === 'trashed' || file === 'none' || file === 'gone';
}

interface FileOf<Word> {
  readonly id: string;
  readonly file: Word;
}

/** About the files of several copies: how many are in the trash, how many are not, and why the first of those is not. */
export function filesDeletedInWords(files: readonly FileOf<FileDeletion>[]): string {
  const count = files.filter(({ file }) => file === 'trashed').length;
  const left = files.filter(({ file }) => !isFileDeleted(file));
  const trashed = say('{count, plural, =0 {No file is} one {# file is} other {# files are}} in the trash.', { count });
  const [first] = left;
  if (first === undefined) return trashed;
  return `${trashed} ${keptInWords(left.length, first.id, fileDeletionInWords(first.file))}`;
}

function keptInWords(count: number, id: string, why: string): string {
  return say('{count, plural, one {# file was} other {# files were}} not moved, first that of copy {id}. {why}', { count, id, why });
}

/** The same for files that were to come back. */
export function filesReturnedInWords(files: readonly FileOf<FileReturn>[]): string {
  const count = files.filter(({ file }) => file === 'back').length;
  const [first, ...more] = files.filter(({ file }) => file !== 'back' && file !== 'none');
  const back = say('{count, plural, =0 {No file is} one {# file is} other {# files are}} back.', { count });
  return first === undefined ? back : `${back} ${keptInWords(more.length + 1, first.id, fileReturnInWords(first.file))}`;
}

/** About those files, which are as many as were in the trash: of the only one, its sentence. Not for none. */
export function bringingBackInWords(files: readonly FileOf<FileReturn>[]): string {
  const [only] = files;
  return only !== undefined && files.length === 1 ? fileReturnInWords(only.file) : filesReturnedInWords(files);
}
