/**
 * The migrations of the journal: each makes the next form out of the one before. They are loaded only for a journal that is not of the present form, which all
 * processes open, and their threads.
 */
import type { journalForm } from './journal-form.ts';
import { annotations } from './migrations/0011-annotations.ts';
import { searchBlocks } from './migrations/0012-search-blocks.ts';
import { workspaces } from './migrations/0013-workspaces.ts';
import { searchAnnotations } from './migrations/0014-search-annotations.ts';
import { earlierCopies } from './migrations/0015-earlier-copies.ts';
import { deletions } from './migrations/0016-deletions.ts';
import { exemptCopies } from './migrations/0017-exempt-copies.ts';
import { filesToRemove } from './migrations/0018-files-to-remove.ts';
import { keptSecrets } from './migrations/0019-kept-secrets.ts';
import { contentKinds } from './migrations/0020-content-kinds.ts';
import { missedCopies } from './migrations/0021-missed-copies.ts';
import { selections } from './migrations/0022-selections.ts';
import { trashedFiles } from './migrations/0023-trashed-files.ts';
import { extensions } from './migrations/0024-extensions.ts';
import { extractedTexts } from './migrations/0025-extracted-texts.ts';
import { documents } from './migrations/0026-documents.ts';
import { textsOfCopies } from './migrations/0027-texts-of-copies.ts';
import { retention } from './migrations/0028-retention.ts';
import { initialCaptures } from './migrations/0029-initial-captures.ts';
import { goneRecords } from './migrations/0030-gone-records.ts';
import { programNames } from './migrations/0031-program-names.ts';
import { usedWorkspaces } from './migrations/0032-used-workspaces.ts';
import { waitingDeletions } from './migrations/0033-waiting-deletions.ts';
import { first } from './migrations/earlier/0001-first.ts';
import { erasure } from './migrations/earlier/0002-erasure.ts';
import { judging } from './migrations/earlier/0003-judging.ts';
import { absence } from './migrations/earlier/0004-absence.ts';
import { pairs } from './migrations/earlier/0005-pairs.ts';
import { blobBytes } from './migrations/earlier/0006-blob-bytes.ts';
import { counts } from './migrations/earlier/0007-counts.ts';
import { deletedCopies } from './migrations/earlier/0008-deleted-copies.ts';
import { soundCounts } from './migrations/earlier/0009-sound-counts.ts';
import { changes } from './migrations/earlier/0010-changes.ts';

/** In order; `PRAGMA user_version` counts how many of them a database has had. */
export const migrations = [
  first,
  erasure,
  judging,
  absence,
  pairs,
  blobBytes,
  counts,
  deletedCopies,
  soundCounts,
  changes,
  annotations,
  searchBlocks,
  workspaces,
  searchAnnotations,
  earlierCopies,
  deletions,
  exemptCopies,
  filesToRemove,
  keptSecrets,
  contentKinds,
  missedCopies,
  selections,
  trashedFiles,
  extensions,
  extractedTexts,
  documents,
  textsOfCopies,
  retention,
  initialCaptures,
  // A bank account is a kind of its own from here on; and then an address of a computer.
  contentKinds,
  contentKinds,
  goneRecords,
  programNames,
  usedWorkspaces,
  waitingDeletions,
] as const satisfies readonly string[] & { readonly length: typeof journalForm };
