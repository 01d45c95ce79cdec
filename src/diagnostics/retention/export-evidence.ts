/**
 * Exports the evidence of retention: the policy, the legal holds and the records, as a BagIt bag (`src/base/evidence/bag.ts`). The records are proven first,
 * and the bag says what was found: records that somebody has changed are evidence too. The files are copied as they are. The key of the digests stays, and
 * so does everything else of the home.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type BagFile, tryReadFile, writeBag } from '../../base/evidence/bag.ts';
import { noHash } from '../../base/evidence/record-chain.ts';
import { fileStamp, localTimestamp } from '../../base/timestamp.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { lastGoodOf } from '../../configuration/reading/last-good.ts';
import { documents } from '../../contract/documents.ts';
import { version } from '../../contract/version.ts';
import { isSqliteError } from '../../journal/damage/damage.ts';
import { NewerJournal } from '../../journal/journal.ts';
import type { Places } from '../../platform/locations.ts';
import { type ProvenHome, proveAlone, proveHome } from './prove-home.ts';

/** Where the records are in a bag. */
export const recordsInBag = 'data/records';

/** `isJournalRead`: whether the journal could be asked. `areHoldsKnown`: whether the holds that are in force are in the bag. */
export interface Evidence extends ProvenHome {
  readonly folder: string;
  readonly isJournalRead: boolean;
  readonly areHoldsKnown: boolean;
}

interface ExportTime {
  readonly nowMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves to the new folder in `outputRoot` and what was proven, or null if there is nothing to export. Rejects with the system's error. */
export async function exportEvidence(places: Places, outputRoot: string, { nowMs, signal }: ExportTime): Promise<Evidence | null> {
  signal?.throwIfAborted();
  const { isJournalRead, ...home } = await provenOf(places);
  const holds = holdFiles(places);
  const files = [...policyFile(places), ...holds.files, ...recordFiles(places)];
  if (files.length === 0 && home.fault === null) return null;
  let [records, head] = [0, noHash];
  const payload = function* (): Generator<BagFile> {
    for (const { from, inBag, areRecords } of files) {
      const bytes = tryReadFile(from);
      if (bytes === null) throw Object.assign(new Error('a file of the evidence can not be read'), { code: 'EIO' });
      // A record that is being written at this moment comes with the next export.
      const whole = areRecords ? bytes.subarray(0, bytes.lastIndexOf(10) + 1) : bytes;
      if (areRecords && whole.length > 0) {
        records += whole.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0);
        head = whole.subarray(-67, -3).toString('latin1');
      }
      yield { path: inBag, bytes: whole };
    }
  };
  const folder = await writeBag({
    folder: path.resolve(outputRoot),
    name: `hub-retention-evidence-${fileStamp(nowMs, 'milliseconds')}`,
    payload: payload(),
    info: () => ({
      'Bag-Software-Agent': `Hub ${version}`,
      'Bagging-Date': localTimestamp(nowMs).slice(0, 'YYYY-MM-DD'.length),
      'External-Description': 'Retention policy, legal holds, and the records of what retention deleted',
      'Hub-Records': String(records),
      'Hub-Head-SHA-256': /^[0-9a-f]{64}$/.test(head) ? head : noHash,
      'Hub-Records-Sound': home.fault === null ? 'yes' : 'no',
      // As JSON, which has no line of its own in it, whatever a file is called.
      ...(home.fault === null ? {} : { 'Hub-Records-Fault': JSON.stringify(home.fault).slice(0, longestFault) }),
      'Hub-Compared-With-Journal': home.journal ? 'yes' : 'no',
      'Hub-Holds-Known': holds.areKnown ? 'yes' : 'no',
    }),
    signal,
  });
  return { ...home, folder, isJournalRead, areHoldsKnown: holds.areKnown };
}

/** Whether there is nothing to say of it besides where it is. */
export function isEvidenceSound({ fault, isJournalRead, areHoldsKnown }: Evidence): boolean {
  return fault === null && isJournalRead && areHoldsKnown;
}

const longestFault = 2_000;

/** A journal that can't be read must not be in the way of what the records say by themselves. */
async function provenOf(places: Places): Promise<ProvenHome & { readonly isJournalRead: boolean }> {
  try {
    return { ...(await proveHome(places)), isJournalRead: true };
  } catch (error) {
    if (!isSqliteError(error) && !(error instanceof NewerJournal)) throw error;
    return { ...proveAlone(places), isJournalRead: false };
  }
}

interface EvidenceFile {
  readonly from: string;
  readonly inBag: string;
  readonly areRecords: boolean;
}

const asIs = (from: string, inBag: string): EvidenceFile => ({ from, inBag, areRecords: false });

function policyFile(places: Places): readonly EvidenceFile[] {
  const { file } = documents['retention-policy'];
  return onlyThere([asIs(places.document(file), file)]);
}

/** Of a document that is not valid: the last valid one, which is in force, and beside it what is there now. */
function holdFiles(places: Places): { readonly files: readonly EvidenceFile[]; readonly areKnown: boolean } {
  const { file } = documents['legal-hold'];
  const written = places.document(file);
  const { unused } = effectiveDocument(places, 'legal-hold');
  if (unused === null) return { files: onlyThere([asIs(written, file)]), areKnown: true };
  const areKnown = unused.instead === 'last-holds';
  const inForce = areKnown ? [asIs(lastGoodOf(places, 'legal-hold'), file)] : [];
  return { files: onlyThere([...inForce, asIs(written, `not-valid/${path.basename(file)}`)]), areKnown };
}

function onlyThere(files: readonly EvidenceFile[]): readonly EvidenceFile[] {
  return files.filter(({ from }) => tryReadFile(from) !== null);
}

function recordFiles({ retention }: Places): readonly EvidenceFile[] {
  const files = namesIn(retention)
    .filter((name) => /^\d{10}\.jsonl$/.test(name))
    .sort()
    .map((name) => ({ from: path.join(retention, name), inBag: `records/${name}`, areRecords: true }));
  return onlyThere(files); // what is no file is said by the proof
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
