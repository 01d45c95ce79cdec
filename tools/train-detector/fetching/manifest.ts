/** What was fetched: one line per package in `manifest.jsonl`, written once it is unpacked, so that the next run continues where this one stopped. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Registry } from '../corpus/corpus-file.ts';
import { cache } from './cache.ts';

export interface FetchedPackage {
  readonly registry: Registry;
  readonly package: string;
  readonly version: string;
  readonly project: string;
  readonly licence: string;
  /** Of the download; for a source package, of the upstream archive. */
  readonly sha256: string;
}

/** Everything fetched so far, by {@link packageKey}. */
export function readManifest(): Map<string, FetchedPackage> {
  if (!existsSync(cache.manifest)) return new Map();
  const lines = readFileSync(cache.manifest, 'utf8').split('\n');
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as FetchedPackage);
  return new Map(all.map((one) => [packageKey(one), one]));
}

export function recordFetched(one: FetchedPackage): void {
  appendFileSync(cache.manifest, `${JSON.stringify(one)}\n`);
}

export function packageKey(one: { readonly registry: Registry; readonly package: string }): string {
  return `${one.registry} ${one.package}`;
}
