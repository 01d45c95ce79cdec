/**
 * Chooses and reads the texts for measuring detectors. The repository has only a list of them: where each one is, and its SHA-256. They are from
 * projects that the model was not trained on, and from as few and as small packages as give enough of each type, so that anybody can fetch them in minutes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { cache, createCache, textFile, unpackedFolder } from '../fetching/cache.ts';
import { copiedTexts, type TextOfProject } from '../fetching/copied-texts.ts';
import { decodeText } from '../fetching/decode-text.ts';
import { fetchSourcesOf } from '../fetching/fetch.ts';
import { packageKey } from '../fetching/manifest.ts';
import { learnedType } from '../learning/labels.ts';
import { isDoubtful, type LearningSet, type LearningText, learningTexts } from '../learning/learning-set.ts';
import type { CorpusFile } from './corpus-file.ts';
import { fixedSides } from './fixed-sides.ts';
import { type HeldOutText, readHeldOutList } from './held-out-list.ts';
import { splitProjects } from './split-projects.ts';

const textsOfType = 15;
/** Size of an unpacked package: a larger one is not worth fetching for a few texts. */
const largestPackage = 250_000_000;

/** Chooses the list from the corpus. The cache must still have the unpacked packages. */
export function chooseHeldOut(corpus: readonly CorpusFile[]): HeldOutText[] {
  const sides = splitProjects(corpus, fixedSides());
  const heldOut = corpus.filter((file) => !file.passage && sides.get(file.project) === 'test' && learnedType(file.type) !== null);
  const fit = heldOut.map(withText).filter(({ file, text }) => !isDoubtful(file, text));
  const copied = copiedTexts(fit, textsOf(corpus.filter((file) => sides.get(file.project) !== 'test')));
  const candidates = fit.filter((one) => !copied.has(one)).map(({ file }) => file);
  const packages = [...Map.groupBy(candidates, packageKey)].map(([key, files]) => [key, { files, bytes: bytesOf(files) }] as const);
  const byPackage = new Map(packages.filter(([, { bytes }]) => bytes < largestPackage));
  const wants = wantsOf([...byPackage.values()].flatMap(({ files }) => files));
  const chosen: CorpusFile[] = [];
  while (byPackage.size > 0) {
    const worth = [...byPackage].map(([key, { files, bytes }]) => ({ key, gain: taken(files, wants), cost: bytes + 200_000 }));
    const best = worth.sort((a, b) => b.gain.length / b.cost - a.gain.length / a.cost || (a.key < b.key ? -1 : 1))[0];
    if (best === undefined || best.gain.length === 0) break;
    for (const file of best.gain) note(file, wants);
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

function withText(file: CorpusFile): TextOfProject & { readonly file: CorpusFile } {
  return { type: typeOf(file), project: file.project, text: readFileSync(textFile(file.sha256), 'utf8'), file };
}

/** One after the other: all at once would fill memory. */
function* textsOf(files: readonly CorpusFile[]): Generator<TextOfProject> {
  for (const file of files) yield withText(file);
}

/** What the list still needs while it is being made: texts by type, and texts by type and project. */
interface Wants {
  readonly ofType: Map<string, number>;
  readonly ofProject: Map<string, number>;
}

function wantsOf(candidates: readonly CorpusFile[]): Wants {
  const wants: Wants = { ofType: new Map(), ofProject: new Map() };
  for (const [type, files] of Map.groupBy(candidates, typeOf)) {
    const projects = new Set(files.map(typeAndProject));
    wants.ofType.set(type, Math.min(textsOfType, files.length));
    for (const project of projects) wants.ofProject.set(project, mostOfProject(projects.size));
  }
  return wants;
}

/** Texts of a type from one project: few if many projects have the type, so that the list represents the type and not one author. */
function mostOfProject(projects: number): number {
  return Math.min(8, Math.max(3, Math.ceil(textsOfType / projects)));
}

function typeAndProject(file: CorpusFile): string {
  return `${typeOf(file)} ${file.project}`;
}

/** What a package would add: no more of a type than is missing, and no more from one project than leaves room for another. */
function taken(files: readonly CorpusFile[], { ofType, ofProject }: Wants): CorpusFile[] {
  const left = { ofType: new Map(ofType), ofProject: new Map(ofProject) };
  return files.filter((file) => {
    if ((left.ofType.get(typeOf(file)) ?? 0) <= 0 || (left.ofProject.get(typeAndProject(file)) ?? 0) <= 0) return false;
    note(file, left);
    return true;
  });
}

function note(file: CorpusFile, { ofType, ofProject }: Wants): void {
  ofType.set(typeOf(file), (ofType.get(typeOf(file)) ?? 0) - 1);
  ofProject.set(typeAndProject(file), (ofProject.get(typeAndProject(file)) ?? 0) - 1);
}

function bytesOf(files: readonly CorpusFile[]): number {
  const [first] = files;
  if (first === undefined) return 0;
  const folder = unpackedFolder(first.registry, first.package);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

export interface HeldOut {
  readonly texts: LearningSet;
  /** Listed texts that are not available, because a package is gone or has another version now. */
  readonly missing: number;
}

/** Reads the listed texts, and fetches the packages that the cache does not have. */
export async function readHeldOut(say: (line: string) => void): Promise<HeldOut> {
  const wanted = readHeldOutList();
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
