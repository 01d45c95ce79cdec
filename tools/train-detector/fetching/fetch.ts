/** Fetches every package that the tables name and the cache does not have. The next run continues where an interrupted one stopped. */
import { existsSync } from 'node:fs';
import type { Registry } from '../corpus/corpus-file.ts';
import { createCache, unpackedFolder } from './cache.ts';
import { describeBinaries, describeSources, type FetchedByName, fetchBinaries, fetchSources, readyApt, type Stanzas } from './debian.ts';
import { packageKey, readManifest, recordFetched } from './manifest.ts';
import { fetchNpm } from './npm.ts';
import type { Source } from './source.ts';
import { sources } from './sources.ts';

/** One batch is downloaded while another is unpacked; more would only slow down other work on the machine. */
const atOnce = 2;
const batchSize = 16;

/**
 * @param labels the ones to fetch packages for; all of them if it is empty.
 * @returns the names of the packages that could not be fetched.
 */
export function fetchPackages(labels: readonly string[]): Promise<string[]> {
  createCache();
  return fetchSourcesOf(missingSources(labels));
}

/** @returns the names of the packages that could not be fetched. */
export async function fetchSourcesOf(wanted: readonly Source[]): Promise<string[]> {
  const stanzas = await describe(wanted);
  const unreachable: string[] = [];
  let done = 0;
  const waiting = batches(wanted).values();
  const work = async (): Promise<void> => {
    for (const batch of waiting) {
      const got = await fetchBatch(batch, stanzas);
      for (const one of batch) {
        const result = got.get(one.package) ?? 'not requested';
        if (typeof result === 'string') unreachable.push(packageKey(one));
        else recordFetched(result);
        done += 1;
        process.stdout.write(`${done}/${wanted.length} ${packageKey(one)}: ${typeof result === 'string' ? result : result.version}\n`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return unreachable;
}

/** The packages that the cache does not have, each once. Labels take turns, so that an interrupted run has something of each. */
function missingSources(labels: readonly string[]): Source[] {
  const have = readManifest();
  const lists = Object.entries(sources).filter(([label]) => labels.length === 0 || labels.includes(label));
  const longest = Math.max(0, ...lists.map(([, list]) => list.length));
  const inTurn = Array.from({ length: longest }, (_, turn) => lists.flatMap(([, list]) => list[turn] ?? []));
  const all = new Map(inTurn.flat().map((one) => [packageKey(one), one]));
  return [...all.values()].filter((one) => !(have.has(packageKey(one)) && existsSync(unpackedFolder(one.registry, one.package))));
}

/** Each batch is from one registry. The batches are in the order of their first packages. */
function batches(wanted: readonly Source[]): Source[][] {
  const open = new Map<Registry, Source[]>();
  const all: Source[][] = [];
  for (const one of wanted) {
    let batch = open.get(one.registry);
    if (batch === undefined || batch.length === batchSize) {
      batch = [];
      open.set(one.registry, batch);
      all.push(batch);
    }
    batch.push(one);
  }
  return all;
}

async function describe(wanted: readonly Source[]): Promise<Readonly<Record<Registry, Stanzas>>> {
  const names = (registry: Registry): string[] => wanted.filter((one) => one.registry === registry).map((one) => one.package);
  if (wanted.some((one) => one.registry !== 'npm')) {
    const ready = await readyApt();
    if (!ready.ok) throw new Error(`Debian's package lists: ${ready.detail}`);
  }
  return {
    debian: await describeBinaries(names('debian')),
    'debian-source': await describeSources(names('debian-source')),
    npm: new Map(),
  };
}

async function fetchBatch(batch: readonly Source[], stanzas: Readonly<Record<Registry, Stanzas>>): Promise<FetchedByName> {
  const names = batch.map((one) => one.package);
  const registry = batch[0]?.registry;
  if (registry === 'debian') return fetchBinaries(names, stanzas.debian);
  if (registry === 'debian-source') return fetchSources(names, stanzas['debian-source']);
  const all: FetchedByName = new Map();
  for (const one of batch) all.set(one.package, await fetchNpm(one.package, one.version ?? 'latest'));
  return all;
}
