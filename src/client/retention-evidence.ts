/**
 * Exports the evidence of retention: the policy, the legal holds and the records, as a BagIt bag (`src/base/evidence/bag.ts`). The files are copied as
 * they are. The key of the digests stays, and so does everything else of the home.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type BagFile, tryReadFile, writeBag } from '../base/evidence/bag.ts';
import { noHash } from '../base/evidence/record-chain.ts';
import { documents } from '../contract/documents.ts';
import { version } from '../contract/version.ts';
import type { Places } from '../platform/locations.ts';

/** Where the records are in a bag. */
export const recordsInBag = 'data/records';

/** Resolves to the full path of the new folder in `outputRoot`, or null if there is nothing to export. Rejects with the system's error. */
export async function exportEvidence(
  places: Places,
  outputRoot: string,
  { nowMs, signal }: { readonly nowMs: number; readonly signal?: AbortSignal | undefined },
): Promise<string | null> {
  signal?.throwIfAborted();
  const files = await evidenceFiles(places);
  if (files.length === 0) return null;
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
  const madeAt = new Date(nowMs).toISOString();
  return writeBag({
    folder: path.resolve(outputRoot),
    name: `hub-retention-evidence-${madeAt.replaceAll(/[:.]/g, '-')}`,
    payload: payload(),
    info: () => ({
      'Bag-Software-Agent': `Hub ${version}`,
      'Bagging-Date': madeAt.slice(0, 10),
      'External-Description': 'Retention policy, legal holds, and the records of what retention deleted',
      'Hub-Records': String(records),
      'Hub-Head-SHA-256': head,
    }),
    signal,
  });
}

interface EvidenceFile {
  readonly from: string;
  readonly inBag: string;
  readonly areRecords: boolean;
}

async function evidenceFiles(places: Places): Promise<readonly EvidenceFile[]> {
  const written = (['retention-policy', 'legal-hold'] as const).map((name) => ({
    from: places.document(documents[name].file),
    inBag: documents[name].file,
    areRecords: false,
  }));
  const there = written.filter(({ from }) => tryReadFile(from) !== null);
  const names = await readdir(places.retention).catch(() => []);
  const records = names
    .filter((name) => /^\d{10}\.jsonl$/.test(name))
    .sort()
    .map((name) => ({ from: path.join(places.retention, name), inBag: `records/${name}`, areRecords: true }));
  return [...there, ...records];
}
