/**
 * The key of the digests in the records. The SHA-256 of a one-time code tells the code to whoever tries a million of them, so the records would say what
 * was deleted. With a key that stays in this home, and is in no export, only its user can tell whether a content is the one that was deleted.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tryReadFile } from '../../base/evidence/bag.ts';
import { BrokenChain, sha256 } from '../../base/evidence/record-chain.ts';
import { isTaken } from '../../base/files/disk-error.ts';
import { hasNoHardLinks } from '../../base/files/durable-file.ts';
import { syncFolderNow } from '../../base/files/flush.ts';
import { temporaryName } from '../../base/files/temporary-name.ts';

/** Its name in the folder of the records. */
export const digestKeyFile = 'digest.key';

/** Of the records, beside the large contents of a journal. */
export function retentionFolder({ blobs }: { readonly blobs: string }): string {
  return path.join(path.dirname(blobs), 'retention');
}

/** The key of this folder; a new one, if there is none. Throws the system's error. */
export function digestKey(folder: string): string {
  const known = readDigestKey(folder);
  if (known !== null) return known;
  publishKey(folder, randomBytes(32).toString('hex'));
  // Another process may have been first.
  const key = readDigestKey(folder);
  if (key === null) throw new BrokenChain('what has the name of the key is none');
  return key;
}

/**
 * The key appears whole or not at all: no run could begin with a part of one, by a process that was killed here, or by one that is writing it. Its temporary file
 * is beside the folder, in which each name that is not known counts as tampering.
 */
function publishKey(folder: string, key: string): void {
  const temporary = path.join(path.dirname(folder), temporaryName());
  try {
    writeFileSync(temporary, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true });
    giveName(temporary, path.join(folder, digestKeyFile));
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolderNow(folder);
}

function giveName(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (isTaken(error)) return;
    if (!hasNoHardLinks(error)) throw error;
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) renameSync(temporary, file);
  }
}

/** Null if there is none, or what is there is no key. */
export function readDigestKey(folder: string): string | null {
  const text = tryReadFile(path.join(folder, digestKeyFile))?.toString('latin1') ?? '';
  return /^[0-9a-f]{64}\n$/.test(text) ? text.slice(0, 64) : null;
}

/** What a record says of a content, by the SHA-256 of that. */
export function keyedDigest(key: string, contentSha256: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(contentSha256).digest('hex');
}

/**
 * The digest of this content with the key of a folder, if that is the key of this name; null otherwise, or without a content. It is asked for with each copy
 * that is deleted, and for each hold: the key is read once, and one that is another or missing again after a moment.
 */
export function keyedDigestIn(folder: string, keyName: string, contentSha256: string | null): string | null {
  if (contentSha256 === null) return null;
  const known = keys.get(`${keyName} ${folder}`);
  const isFresh = known !== undefined && (known.key !== null || performance.now() - known.readAtMs < missingForMs);
  const key = isFresh ? known.key : readNamedKey(folder, keyName);
  return key === null ? null : keyedDigest(key, contentSha256);
}

const missingForMs = 1_000;
const mostKeys = 64;
const keys = new Map<string, { readonly key: string | null; readonly readAtMs: number }>();

function readNamedKey(folder: string, keyName: string): string | null {
  const found = readDigestKey(folder);
  const key = found !== null && nameOfKey(found) === keyName ? found : null;
  if (keys.size >= mostKeys) keys.clear();
  keys.set(`${keyName} ${folder}`, { key, readAtMs: performance.now() });
  return key;
}

/** Names a key without telling it. */
export function nameOfKey(key: string): string {
  return sha256(`hub retention key ${key}`);
}
