/** Erases a picture whose text says a secret, as a copied text with one is erased: its row stays with the reason, and its file is to be removed. */
import type { JournalFragment } from '../../contract/journal.ts';
import type { SecretFamily } from '../../contract/secret-families.ts';
import { dropUnreferencedBlobs } from '../blobs.ts';
import { currentNumber } from '../fragments/earlier-copies.ts';
import { forgetTraces } from '../fragments/fragment-states.ts';
import { contentPlaces, readFragment } from '../fragments/fragments.ts';
import { dropUnreferencedReceipts } from '../fragments/receipts.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { onHold } from '../retention/holds-in-force.ts';
import { readAnnotations } from './annotations.ts';

/**
 * `readAs`: the number under which it was read. False, and nothing happens, for anything but a kept picture, and if the user wants it: it is annotated, exempt from the
 * filter, or was saved by name; or if a legal hold is on it: that keeps what was kept. One that is on the clipboard stays what is there, so that it can be kept all the same.
 */
export function withholdPicture(journal: Journal, readAs: number, family: SecretFamily): boolean {
  const id = currentNumber(journal, readAs);
  const contents = contentPlaces(journal, id);
  const isWithheld = journal.durableTransaction(() => {
    const fragment = readFragment(journal, id);
    if (fragment === null || fragment.kind !== 'image' || !['kept', 'saved', 'failed'].includes(fragment.state)) return false;
    if (fragment.isExempt || fragment.origin === 'bridge' || isWanted(journal, id)) return false;
    // While the holds can't be read, a secret is not kept for one that may be there.
    if (onHold(journal, id)?.hold != null) return false;
    const { savedPath, bytes, sha256 } = fragment;
    const file = fragment.state === 'saved' && !isShared(journal, id, { sha256, savedPath }) ? savedPath : null;
    journal
      .statement(
        `UPDATE fragments SET state = 'filtered', reason = ?, wants_save = 0, embedded_filename = NULL, secret = NULL, copies = 1, first_copied_at = NULL, saved_path = ?
         WHERE id = ?`,
      )
      .run(`secret_${family}`, file, id);
    journal.statement("UPDATE representations SET inline = x'' WHERE fragment_id = ?").run(id);
    journal.statement('DELETE FROM extracted_texts WHERE fragment_id = ?').run(id);
    forgetTraces(journal, id);
    // By these the file is recognized until it is removed, and then they are forgotten.
    if (file !== null)
      journal.statement('UPDATE representations SET bytes = ?, sha256 = ? WHERE fragment_id = ? AND position = 0').run(bytes, sha256, id);
    return true;
  });
  if (!isWithheld) return false;
  dropUnreferencedBlobs(
    journal,
    contents.filter((place) => 'file' in place).map(({ sha256 }) => sha256),
  );
  journal.transaction(() =>
    dropUnreferencedReceipts(
      journal,
      contents.map(({ sha256 }) => sha256),
    ),
  );
  return true;
}

function isWanted(journal: JournalReader, id: number): boolean {
  const { pinned, tags, title, note } = readAnnotations(journal, id);
  return pinned || tags.length > 0 || title !== null || note !== null;
}

/** Another copy that stays has the same file. */
function isShared(journal: JournalReader, id: number, { sha256, savedPath }: Pick<JournalFragment, 'sha256' | 'savedPath'>): boolean {
  const other = journal.statement(
    "SELECT 1 FROM representations JOIN fragments ON fragments.id = fragment_id WHERE sha256 = ? AND saved_path = ? AND state = 'saved' AND fragments.id <> ?",
  );
  return other.get(sha256, savedPath, id) !== undefined;
}
