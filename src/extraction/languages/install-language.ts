/** Brings the data of a language out of the npm registry into the folder of the home. It is used only if it is exactly what is expected. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { dataVersion, digestOf, type KnownLanguage } from './known-languages.ts';

/** `unreachable`: the registry did not answer, or broke off; `refused`: it answered something else; `altered`: the digest is another one. */
export type InstallFailure = 'unreachable' | 'refused' | 'altered' | 'not-written';

export interface Installation {
  readonly language: KnownLanguage;
  /** Of the package. */
  readonly digest: string | null;
  /** The folder of the installed languages; it is created. */
  readonly folder: string;
  /** An address. */
  readonly registry: string;
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

/** The file of a language in the folder. */
export function languageFile(folder: string, language: KnownLanguage): string {
  return path.join(folder, `${language}.traineddata.gz`);
}

export function isInstalled(folder: string, language: KnownLanguage): boolean {
  return digestOf(language) === null || existsSync(languageFile(folder, language));
}

/** Does nothing if it is there. Never rejects. */
export async function installLanguage(installation: Installation): Promise<Outcome<null, InstallFailure>> {
  const { language, digest, folder } = installation;
  if (digest === null || isInstalled(folder, language)) return done(null);
  const fetched = await fetchPackage(installation);
  if (!fetched.ok) return fetched;
  const found = `sha512-${createHash('sha512').update(fetched.value).digest('base64')}`;
  if (found !== digest) return failed('altered');
  const data = fileInTar(gunzipSync(fetched.value, { maxOutputLength: mostUnpacked }), `package/4.0.0_best_int/${language}.traineddata.gz`);
  return data === null ? failed('altered') : written(languageFile(folder, language), data);
}

async function fetchPackage({ language, registry, progress }: Installation): Promise<Outcome<Buffer, InstallFailure>> {
  const caller = new AbortController();
  const give = (): void => caller.abort();
  let still = setTimeout(give, stillMs);
  try {
    const response = await fetch(addressOf(registry, language), { signal: caller.signal });
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
function addressOf(registry: string, language: KnownLanguage): URL {
  return new URL(`@tesseract.js-data/${language}/-/${language}-${dataVersion}.tgz`, registry.endsWith('/') ? registry : `${registry}/`);
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
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, data, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    return done(null);
  } catch {
    if (existsSync(unfinished)) rmSync(unfinished);
    return failed('not-written');
  }
}
