/**
 * Folders as BagIt has them (RFC 8493), which programs of archives check: payload files under `data/`, and the SHA-256 of every file beside them. A bag
 * appears whole or not at all: it is written under a temporary name, synced, and renamed.
 */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { openFlags } from '../files/disk.ts';
import { syncFolderAt } from '../files/flush.ts';
import { makeFoldersAsync } from '../files/make-folders.ts';
import { temporaryName } from '../files/temporary-name.ts';
import { sha256 } from './record-chain.ts';

/** A file of the payload: its path under `data/`, with `/` and without characters that a manifest would have to escape, and its bytes. */
export interface BagFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface BagOrder {
  /** Made if it is missing. */
  readonly folder: string;
  readonly name: string;
  /** Read one after the other. */
  readonly payload: AsyncIterable<BagFile> | Iterable<BagFile>;
  /** The lines of `bag-info.txt`, asked for once all of the payload is written. */
  readonly info: () => Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Resolves to the path of the finished bag. Rejects with the system's error, or the signal's reason, and leaves nothing behind then. */
export async function writeBag({ folder, name, payload, info, signal }: BagOrder): Promise<string> {
  await makeFoldersAsync(folder, 0o700);
  const temporary = path.join(folder, temporaryName());
  const final = path.join(folder, name);
  await mkdir(temporary, { mode: 0o700 });
  try {
    const manifest = new Map<string, string>();
    let bytes = 0;
    for await (const file of payload) {
      signal?.throwIfAborted();
      const inBag = `data/${file.path}`;
      await writeFileIn(temporary, inBag, file.bytes);
      manifest.set(inBag, sha256(file.bytes));
      bytes += file.bytes.length;
    }
    const tags = {
      'bagit.txt': 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
      'bag-info.txt': linesOf({ ...info(), 'Payload-Oxum': `${bytes}.${manifest.size}` }),
      'manifest-sha256.txt': manifestOf(manifest),
    };
    for (const [file, text] of Object.entries(tags)) await writeFileIn(temporary, file, Buffer.from(text));
    const digests = Object.entries(tags).map(([file, text]) => [file, sha256(text)] as const);
    await writeFileIn(temporary, 'tagmanifest-sha256.txt', Buffer.from(manifestOf(new Map(digests))));
    await syncFolderAt(temporary);
    signal?.throwIfAborted();
    await rename(temporary, final); // not over another bag: a folder with files in it is not replaced
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
  await syncFolderAt(folder);
  return final;
}

async function writeFileIn(folder: string, file: string, bytes: Uint8Array): Promise<void> {
  const target = path.join(folder, ...file.split('/'));
  await makeFoldersAsync(path.dirname(target), 0o700);
  await using handle = await open(target, 'wx', 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

function linesOf(info: Readonly<Record<string, string>>): string {
  return Object.entries(info)
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('');
}

function manifestOf(digests: ReadonlyMap<string, string>): string {
  return Array.from(digests, ([file, digest]) => `${digest}  ${file}\n`)
    .sort()
    .join('');
}

/** `missing`: a manifest names it; `changed`: its digest is another one; `not-listed`: no manifest names it; `no-bag`: there is no manifest that can be read. */
export interface BagFault {
  readonly problem: 'missing' | 'changed' | 'not-listed' | 'no-bag';
  readonly file: string;
}

const mostFileBytes = 64 * 1024 * 1024;
const mostFiles = 100_000;

/** Checks a bag of this form against its manifests; null if all of it is as they say. */
export function bagFault(folder: string): BagFault | null {
  const listed = new Map<string, string>();
  for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
    const lines = tryReadFile(path.join(folder, manifest))?.toString('utf8').split('\n') ?? [];
    if (lines.length < 2 || lines.length > mostFiles) return { problem: 'no-bag', file: manifest };
    for (const line of lines.slice(0, -1)) {
      const [, digest, file] = /^([0-9a-f]{64}) {2}([!-~]+)$/.exec(line) ?? [];
      if (digest === undefined || file === undefined || file.split('/').includes('..')) return { problem: 'no-bag', file: manifest };
      listed.set(file, digest);
    }
  }
  for (const [file, digest] of listed) {
    const bytes = tryReadFile(path.join(folder, ...file.split('/')));
    if (bytes === null) return { problem: 'missing', file };
    if (sha256(bytes) !== digest) return { problem: 'changed', file };
  }
  const extra = filesIn(folder).find((file) => !listed.has(file) && file !== 'tagmanifest-sha256.txt');
  return extra === undefined ? null : { problem: 'not-listed', file: extra };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

/** Null for what is no file of a size that is written, or can't be read. */
export function tryReadFile(file: string): Buffer | null {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, openFlags.readStranger);
    const facts = fstatSync(descriptor);
    return facts.isFile() && facts.size <= mostFileBytes ? readFileSync(descriptor) : null;
  } catch {
    return null;
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}
