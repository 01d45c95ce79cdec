/** A new hold brings back what it covers, as long as that can be undone: a running core would do it only when it erases the rest. */
import { existsSync } from 'node:fs';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { holdsForDeleting } from '../../configuration/reading/retention-documents.ts';
import type { FileReturn } from '../../contract/fragment-words.ts';
import { holdsOf } from '../../domain/retention/holds.ts';
import { undelete, undoableCopies } from '../../journal/keeping/deletions.ts';
import { holdsOn } from '../../journal/retention/holds.ts';
import { storeHolds } from '../../journal/retention/holds-in-force.ts';
import { bringFilesBack, type FileOfCopy } from '../history/files-of-copies.ts';
import { withJournalAsync } from '../history/journal-access.ts';
import type { Surface } from '../surface.ts';

const sliceMs = 20;

/** How many copies have come back, and what became of those of their files that were in the trash. */
export interface BroughtBack {
  readonly copies: number;
  readonly files: readonly FileOfCopy<FileReturn>[];
  /** Why the journal could not be written, so that there may be more to bring back; null if nothing is left to do. */
  readonly because: string | null;
}

/** What has come back because of this hold. A journal that can't be written is reported: then the core does it, before it erases anything. */
export async function bringBack(surface: Surface, hold: string): Promise<BroughtBack> {
  const { places } = surface;
  const restored: number[] = [];
  let files: BroughtBack['files'] = [];
  if (!existsSync(places.journal)) return { copies: 0, files, because: null };
  let because: string | null = null;
  const complain: Surface['complain'] = (line, error) => {
    because = line.replace(/^hub: /, '');
    surface.complain(line, error);
  };
  await withJournalAsync({ ...surface, complain }, async (journal) => {
    storeHolds(journal, () => holdsForDeleting(places));
    const holds = holdsOf(effectiveDocument(places, 'legal-hold').value).filter(({ id }) => id === hold);
    const covered = undoableCopies(journal, Date.now()).filter((id) => holdsOn(journal, holds, id).length > 0);
    for (let at = 0; at < covered.length; ) {
      const slice = undelete(journal, { ids: covered.slice(at), nowMs: Date.now(), budgetMs: sliceMs });
      at += slice.looked;
      restored.push(...slice.restored);
    }
    files = await bringFilesBack(surface, journal, restored);
    return 0;
  });
  return { copies: restored.length, files, because };
}
