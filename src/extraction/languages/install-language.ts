/** Brings what a language is read with out of the npm registry into the folder of the home. It is used only if it is exactly what is expected. */
import { createHash } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isMissing } from '../../base/files/disk-error.ts';
import { makeFolders } from '../../base/files/make-folders.ts';
import { throughProxy } from '../../base/network/environment-proxy.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { InstallFailure } from '../../contract/extraction/language-installation.ts';
import type { DataPackage } from './data-package.ts';
import { dataFile, type KnownLanguage, knownLanguages, packagesOf } from './known-languages.ts';

export interface Installation {
  readonly packages: readonly DataPackage[];
  /** The folder of the installed languages; it is created. */
  readonly folder: string;
  /** An address. */
  readonly registry: string;
  /** May name a proxy: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case, as curl has them. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How much of it is there, 0..1. */
  readonly progress: (part: number) => void;
}

export const usualRegistry = 'https://registry.npmjs.org';

/** No package is larger. */
const mostBytes = 64 * 1024 * 1024;
const mostUnpacked = 256 * 1024 * 1024;
/** Without anything for so long, the registry counts as gone. */
const stillMs = 30_000;
/** Of tar (POSIX.1-2017, pax): a header for each file, which is filled up to whole blocks. */
const block = 512;

/** Whether pictures in this language can be read. More may belong to it, without which they are read less well. */
export function isInstalled(folder: string, language: KnownLanguage): boolean {
  return packagesOf(language).length === 0 || existsSync(path.join(folder, dataFile(language)));
}

/** Whether there is nothing left to install. */
export function isComplete(folder: string, packages: readonly DataPackage[]): boolean {
  return packages.every((one) => Object.values(one.files).every((file) => existsSync(path.join(folder, file))));
}

/** Brings what is not there yet, one package after the other. Never rejects. */
export async function installPackages({ packages, progress, env, ...rest }: Installation): Promise<Outcome<null, InstallFailure>> {
  const through = throughProxy(env);
  if (!through.ok) return through;
  using _proxy = through.value;
  for (const [at, one] of packages.entries()) {
    if (isComplete(rest.folder, [one])) continue;
    const installed = await installPackage(one, { ...rest, progress: (part) => progress((at + part) / packages.length) });
    if (!installed.ok) return installed;
  }
  return done(null);
}

/**
 * Deletes what a language is read with, but for what another installed one needs too. Returns how many bytes that frees; null if something could not be deleted.
 * A reading in progress keeps what it has open.
 */
export function removeLanguage(folder: string, language: KnownLanguage): number | null {
  const others = knownLanguages.filter((other) => other !== language && isInstalled(folder, other));
  const needed = new Set(others.flatMap(filesOf));
  let freed = 0;
  for (const file of filesOf(language).filter((one) => !needed.has(one))) {
    try {
      const { size } = statSync(path.join(folder, file));
      rmSync(path.join(folder, file));
      freed += size;
    } catch (error) {
      if (!isMissing(error)) return null;
    }
  }
  return freed;
}

function filesOf(language: KnownLanguage): readonly string[] {
  return packagesOf(language).flatMap(({ files }) => Object.values(files));
}

async function installPackage(one: DataPackage, means: Omit<Installation, 'packages' | 'env'>): Promise<Outcome<null, InstallFailure>> {
  const fetched = await fetchPackage(one, means);
  if (!fetched.ok) return fetched;
  const found = `sha512-${createHash('sha512').update(fetched.value).digest('base64')}`;
  if (found !== one.digest) return failed('altered');
  const tar = gunzipSync(fetched.value, { maxOutputLength: mostUnpacked });
  for (const [name, file] of Object.entries(one.files)) {
    const data = fileInTar(tar, `package/${name}`);
    const kept = data === null ? failed('altered' as const) : written(path.join(means.folder, file), data);
    if (!kept.ok) return kept;
  }
  return done(null);
}

async function fetchPackage(
  one: DataPackage,
  { registry, progress }: Pick<Installation, 'registry' | 'progress'>,
): Promise<Outcome<Buffer, InstallFailure>> {
  const caller = new AbortController();
  const give = (): void => caller.abort();
  let still = setTimeout(give, stillMs);
  try {
    const response = await fetch(addressOf(registry, one), { signal: caller.signal });
    if (!response.ok || response.body === null) return failed('refused');
    const size = Number(response.headers.get('content-length') ?? 0);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      clearTimeout(still);
      still = setTimeout(give, stillMs);
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) return failed('altered');
      progress(size > 0 ? Math.min(1, bytes / size) : 0);
    }
    return done(Buffer.concat(chunks));
  } catch {
    return failed('unreachable');
  } finally {
    clearTimeout(still);
    caller.abort();
  }
}

/** The address of a registry may end in a slash. */
function addressOf(registry: string, { name, version }: DataPackage): URL {
  return new URL(`${name}/-/${name.split('/').at(-1)}-${version}.tgz`, registry.endsWith('/') ? registry : `${registry}/`);
}

function fileInTar(tar: Buffer, name: string): Buffer | null {
  for (let at = 0; at + block <= tar.length; ) {
    const header = tar.subarray(at, at + block);
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8) || 0;
    if (header.toString('latin1', 0, 100).split('\0')[0] === name) return tar.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
  }
  return null;
}

/** Complete or not at all. */
function written(file: string, data: Buffer): Outcome<null, InstallFailure> {
  const unfinished = `${file}.${process.pid}`;
  try {
    makeFolders(path.dirname(file), 0o700);
    writeFileSync(unfinished, data, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    return done(null);
  } catch {
    if (existsSync(unfinished)) rmSync(unfinished);
    return failed('not-written');
  }
}
