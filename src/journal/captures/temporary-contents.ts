/** The temporary files of a capture that is not recorded yet. Separate from recording it, which only the writer threads load. */
import { rmSync } from 'node:fs';
import type { JournalContent, NewCapture } from '../../contract/journal.ts';

/** Deletes them: it is not recorded, or is recorded already. */
export function discardContents(capture: NewCapture): void {
  for (const { file } of filesOf(capture)) rmSync(file, { force: true });
}

/** The contents of a capture that are in temporary files. */
export function filesOf(capture: NewCapture): readonly Extract<JournalContent, { readonly file: string }>[] {
  const contents = capture.fragments.flatMap((fragment) => fragment.representations.map((representation) => representation.content));
  return contents.filter((content) => 'file' in content);
}
