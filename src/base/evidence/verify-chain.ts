/**
 * Reads a chain of records and proves it: every byte of every file counts. Stops at the first fault, because nothing after a broken link is proven.
 */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openFlags } from '../files/disk.ts';
import { isMissing } from '../files/disk-error.ts';
import { longestRecordBytes, noHash, segmentName, sha256 } from './record-chain.ts';

/**
 * `not-a-record`: the line is no record in the form that is written; `changed`: its content does not have its hash; `not-linked`: another record was
 * before it when it was written; `wrong-number`: records are missing before it, or are in another order; `cut`: the file does not end with a whole line;
 * `unexpected-file`, `unreadable`.
 */
export type ChainProblem = 'not-a-record' | 'changed' | 'not-linked' | 'wrong-number' | 'cut' | 'unexpected-file' | 'unreadable';

/** Where it is: a name in the folder, and the number of the line from 1 on; null if it is the file as such. */
export interface ChainFault {
  readonly problem: ChainProblem;
  readonly file: string;
  readonly line: number | null;
}

/** A proven record: what it says besides its place in the chain. */
export interface ChainRecord {
  readonly n: number;
  readonly hash: string;
  readonly file: string;
  readonly line: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** `length` and `head` are those of the proven part. */
export interface ChainProof {
  readonly length: number;
  readonly head: string;
  readonly fault: ChainFault | null;
}

const mostSegmentBytes = 16 * 1024 * 1024;

/** Proves the records in this folder, and calls `found` with each. A folder that is missing has none. `others`: names that may be there besides. */
export function verifyChain(folder: string, others: readonly string[], found: (record: ChainRecord) => void): ChainProof {
  let proof: ChainProof = { length: 0, head: noHash, fault: null };
  const names = namesIn(folder);
  if (names === null) return { ...proof, fault: { problem: 'unreadable', file: path.basename(folder), line: null } };
  const segments = names.filter((name) => !others.includes(name)).sort();
  for (const name of segments) {
    if (name !== segmentName(proof.length + 1)) return { ...proof, fault: { problem: faultOfName(name), file: name, line: null } };
    const bytes = tryRead(path.join(folder, name));
    if (bytes === null) return { ...proof, fault: { problem: 'unreadable', file: name, line: null } };
    proof = verifySegment(name, bytes, proof, found);
    if (proof.fault !== null) return proof;
  }
  return proof;
}

/**
 * Proves the records in one file by themselves. What is before the first one is not known: `before` is how many records that are, and the hash of the last of
 * them is believed.
 */
export function verifyChainFile(file: string, found: (record: ChainRecord) => void): ChainProof & { readonly before: number } {
  const name = path.basename(file);
  const bytes = tryRead(file);
  if (bytes === null) return { length: 0, head: noHash, before: 0, fault: { problem: 'unreadable', file: name, line: null } };
  const end = bytes.indexOf(10);
  const first = tryParse(bytes.subarray(0, end < 0 ? bytes.length : end));
  const { n, previous } = first ?? {};
  const isLater = Number.isSafeInteger(n) && Number(n) > 1 && typeof previous === 'string';
  const start = isLater ? { length: Number(n) - 1, head: previous, fault: null } : { length: 0, head: noHash, fault: null };
  return { ...verifySegment(name, bytes, start, found), before: start.length };
}

function faultOfName(name: string): ChainProblem {
  return /^\d{10}\.jsonl$/.test(name) ? 'wrong-number' : 'unexpected-file';
}

function verifySegment(file: string, bytes: Buffer, before: ChainProof, found: (record: ChainRecord) => void): ChainProof {
  let { length, head } = before;
  let [at, line] = [0, 0];
  // An empty file is none that is written.
  while (at < bytes.length || line === 0) {
    line += 1;
    const end = bytes.indexOf(10, at);
    if (end < 0) return { length, head, fault: { problem: 'cut', file, line } };
    const read = recordOf(bytes.subarray(at, end), length + 1, head);
    if (typeof read === 'string') return { length, head, fault: { problem: read, file, line } };
    found({ ...read, n: length + 1, file, line });
    length += 1;
    head = read.hash;
    at = end + 1;
  }
  return { length, head, fault: null };
}

/** `,"hash":"` and the 64 digits and `"}`. */
const tailLength = 75;

function recordOf(bytes: Buffer, n: number, head: string): Pick<ChainRecord, 'hash' | 'body'> | ChainProblem {
  if (bytes.length <= tailLength || bytes.length > longestRecordBytes) return 'not-a-record';
  const tail = bytes.subarray(-tailLength).toString('latin1');
  const [, hash] = /^,"hash":"([0-9a-f]{64})"\}$/.exec(tail) ?? [];
  if (hash === undefined) return 'not-a-record';
  const open = Buffer.concat([bytes.subarray(0, -tailLength), Buffer.from('}')]);
  if (sha256(open) !== hash) return 'changed';
  const body = tryParse(open);
  if (body === null) return 'not-a-record';
  if (body.n !== n) return 'wrong-number';
  return body.previous === head ? { hash, body } : 'not-linked';
}

function tryParse(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch (error) {
    return isMissing(error) ? [] : null;
  }
}

/** Null for what is no file of a size that is written, or can't be read. */
function tryRead(file: string): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, openFlags.readStranger);
    const facts = fstatSync(descriptor);
    return facts.isFile() && facts.size <= mostSegmentBytes ? readFileSync(descriptor) : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
