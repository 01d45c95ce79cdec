/** The files of copies that the command deletes or brings back in the journal: the running Hub moves them, asked over its bridge. */
import { type FileDeletion, type FileReturn, mostSelected } from '../../contract/fragment-words.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { trashedFile } from '../../journal/keeping/trashed-files.ts';
import type { Surface } from '../surface.ts';
import { withBridge } from '../with-bridge.ts';
import { filesWithinMs } from './fragment-commands.ts';

export interface FileOfCopy<Word> {
  readonly id: string;
  readonly file: Word;
}

/** What became of the file of each of these copies, which are deleted already. */
export async function trashFiles({ places }: Surface, ids: readonly number[]): Promise<readonly FileOfCopy<FileDeletion>[]> {
  const files: FileOfCopy<FileDeletion>[] = [];
  for (let at = 0; at < ids.length; at += mostSelected) {
    const some = ids.slice(at, at + mostSelected).map(String);
    const asked = await withBridge(places, (bridge) => bridge.deleteSeveral(some, 'trash'), filesWithinMs);
    files.push(...((asked.kind === 'answer' ? asked.value.files : undefined) ?? some.map((id) => ({ id, file: 'no-answer' as const }))));
  }
  return files;
}

/** The same for copies that are back; empty if none of their files is in the trash. */
export async function bringFilesBack(
  { places }: Surface,
  journal: JournalReader,
  ids: readonly number[],
): Promise<readonly FileOfCopy<FileReturn>[]> {
  const withFile = [...new Set(ids.map((id) => currentNumber(journal, id)))].filter((id) => trashedFile(journal, id) !== null).map(String);
  const files: FileOfCopy<FileReturn>[] = [];
  for (let at = 0; at < withFile.length; at += mostSelected) {
    const some = withFile.slice(at, at + mostSelected);
    const asked = await withBridge(places, (bridge) => bridge.undeleteSeveral(some), filesWithinMs);
    files.push(...((asked.kind === 'answer' ? asked.value.files : undefined) ?? some.map((id) => ({ id, file: 'no-answer' as const }))));
  }
  return files;
}
