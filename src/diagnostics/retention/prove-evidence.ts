/**
 * Proves exported evidence by itself: that the files are those of its manifests, that the records are sound, and that what the folder says about itself is
 * true of what is in it. Whoever makes all of it anew is found only by a head that was written down elsewhere.
 */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type BagFault, bagFault, tryReadFile } from '../../base/evidence/bag.ts';
import { sha256 } from '../../base/evidence/record-chain.ts';
import { documents } from '../../contract/documents.ts';
import { type ProvenRecords, proveRecords, type RecordsFault } from '../../journal/retention/prove-records.ts';
import { recordsInBag } from './export-evidence.ts';

/**
 * `bag-info`: this line of `bag-info.txt` is not true of the folder. `foreign`: Hub exports no such file. `unsound-then`: it was exported with records that
 * were not sound, or did not end as the journal said.
 */
export type EvidenceFault =
  | RecordsFault
  | (BagFault & { readonly kind: 'bag' })
  | { readonly kind: 'bag-info'; readonly label: string }
  | { readonly kind: 'foreign'; readonly file: string }
  | { readonly kind: 'unsound-then' };

/** `policy`: whether the policy in the folder is the one of the last run; null if there was no run. */
export interface ProvenEvidence {
  readonly proven: ProvenRecords;
  readonly fault: EvidenceFault | null;
  readonly policy: 'same' | 'changed' | null;
}

/** `folder`: a bag. `wanted`: hashes to look for. */
export function proveEvidence(folder: string, wanted: readonly string[]): ProvenEvidence {
  const proven = proveRecords(path.join(folder, recordsInBag), wanted);
  const fault = proven.fault ?? faultOfBag(folder) ?? faultOfInfo(folder, proven);
  return { proven, fault, policy: policyIn(folder, proven) };
}

function faultOfBag(folder: string): EvidenceFault | null {
  const inBag = bagFault(folder);
  if (inBag !== null) return { kind: 'bag', ...inBag };
  const foreign = payloadOf(folder).find(({ file }) => !isExported(file));
  return foreign === undefined ? null : { kind: 'foreign', file: `data/${foreign.file}` };
}

const exported: ReadonlySet<string> = new Set([
  documents['retention-policy'].file,
  documents['legal-hold'].file,
  `not-valid/${path.basename(documents['legal-hold'].file)}`,
]);

/** Other files beside the records are found with these. */
function isExported(file: string): boolean {
  return exported.has(file) || file.startsWith('records/');
}

function faultOfInfo(folder: string, { length, head }: ProvenRecords): EvidenceFault | null {
  const info = infoOf(folder);
  const payload = payloadOf(folder);
  const bytes = payload.reduce((sum, file) => sum + file.bytes, 0);
  const claims = { 'Hub-Records': String(length), 'Hub-Head-SHA-256': head, 'Payload-Oxum': `${bytes}.${payload.length}` };
  for (const [label, value] of Object.entries(claims)) if (info.get(label) !== value) return { kind: 'bag-info', label };
  return info.get('Hub-Records-Sound') === 'no' ? { kind: 'unsound-then' } : null;
}

const longestInfo = 64 * 1024;

function infoOf(folder: string): ReadonlyMap<string, string> {
  const text = tryReadFile(path.join(folder, 'bag-info.txt'))?.subarray(0, longestInfo).toString('utf8') ?? '';
  const lines = text.split('\n').filter((line) => line.includes(': '));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));
}

interface PayloadFile {
  /** Its path below `data/`, with `/`. */
  readonly file: string;
  readonly bytes: number;
}

function payloadOf(folder: string): readonly PayloadFile[] {
  const data = path.join(folder, 'data');
  if (lstatSync(data, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((full) => ({ file: path.relative(data, full).split(path.sep).join('/'), bytes: lstatSync(full).size }));
}

function policyIn(folder: string, { account: { lastPolicy } }: ProvenRecords): ProvenEvidence['policy'] {
  if (lastPolicy === undefined) return null;
  const text = tryReadFile(path.join(folder, 'data', documents['retention-policy'].file));
  return (text === null ? null : sha256(text)) === lastPolicy ? 'same' : 'changed';
}
