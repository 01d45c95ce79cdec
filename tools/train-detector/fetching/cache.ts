/** The folder with everything that is fetched and collected. None of it belongs in the repository. */
import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Registry } from '../corpus/corpus-file.ts';

const root = process.env.HUB_CORPUS ?? path.join(os.homedir(), '.cache', 'hub-corpus');

export const cache = {
  root,
  apt: path.join(root, 'apt'),
  downloads: path.join(root, 'downloads'),
  manifest: path.join(root, 'manifest.jsonl'),
  corpus: path.join(root, 'corpus.jsonl'),
  texts: path.join(root, 'texts'),
};

/** The folder of an unpacked package. The slash of an npm scope is replaced, so that it does not make a folder of its own. */
export function unpackedFolder(registry: Registry, name: string): string {
  return path.join(root, 'unpacked', registry, name.replace('/', '__'));
}

/** Where the content with this SHA-256 is. */
export function textFile(sha256: string): string {
  return path.join(cache.texts, sha256.slice(0, 2), sha256);
}

export function createCache(): void {
  for (const folder of [cache.apt, cache.downloads, cache.texts]) mkdirSync(folder, { recursive: true });
}
