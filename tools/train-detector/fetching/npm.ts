/** Fetches npm packages with `npm pack`, without running their scripts. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { cache, unpackedFolder } from './cache.ts';
import { runCommand } from './command.ts';
import { licenceOfNpm } from './licence.ts';
import type { FetchedPackage } from './manifest.ts';
import { projectOfAddress } from './project.ts';
import { unpackTars } from './unpack.ts';

const downloadWithinMs = 300_000;

/** Downloads and unpacks one package. @returns its record, or in a few words why it could not be fetched. */
export async function fetchNpm(name: string, version: string): Promise<FetchedPackage | string> {
  const downloads = path.join(cache.downloads, `npm_${name.replace('/', '__')}`);
  rmSync(downloads, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  const words = ['pack', `${name}@${version}`, '--ignore-scripts', '--loglevel=error'];
  const packed = await runCommand('npm', words, { folder: downloads, timeoutMs: downloadWithinMs });
  if (!packed.ok) return `not downloaded: ${packed.detail}`;
  const archive = readdirSync(downloads).find((file) => file.endsWith('.tgz'));
  if (archive === undefined) return 'not downloaded';
  const file = path.join(downloads, archive);
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const folder = unpackedFolder('npm', name);
  if (!(await unpackTars([file], folder))) return 'not unpacked';
  rmSync(downloads, { recursive: true });
  const document = packageDocument(folder);
  return {
    registry: 'npm',
    package: name,
    version,
    project: projectOfAddress(repositoryOf(document), `npm/${name}`),
    licence: licenceOfNpm(document),
    sha256,
  };
}

/** The `package.json`. The archive has one folder, usually called `package`. */
function packageDocument(folder: string): Record<string, unknown> {
  for (const inner of readdirSync(folder)) {
    try {
      return JSON.parse(readFileSync(path.join(folder, inner, 'package.json'), 'utf8').replace(/^\uFEFF/, '')) as Record<string, unknown>;
    } catch {
      // Not in this folder. Without a readable package.json, the licence and the repository are unknown.
    }
  }
  return {};
}

function repositoryOf(document: Readonly<Record<string, unknown>>): string {
  const repository = document.repository;
  const address = typeof repository === 'object' && repository !== null ? (repository as Record<string, unknown>).url : repository;
  return typeof address === 'string' ? address : '';
}
