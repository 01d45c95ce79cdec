/** Looks through every package that was fetched, and writes the corpus: `corpus.jsonl`, and the texts that it names. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache, textFile, unpackedFolder } from '../fetching/cache.ts';
import { decodeText } from '../fetching/decode-text.ts';
import { type FetchedPackage, packageKey, readManifest } from '../fetching/manifest.ts';
import { projectOfFile } from '../fetching/project.ts';
import type { Source } from '../fetching/source.ts';
import { sources } from '../fetching/sources.ts';
import { chooseFiles, type FoundFile, shapeOf } from './choose-files.ts';
import type { CorpusFile } from './corpus-file.ts';
import { fixedSides } from './fixed-sides.ts';
import type { Kind } from './kind.ts';
import { kinds, matchesKind } from './kinds.ts';
import { markedPassages, type Passage, stackTraces } from './passages.ts';
import { readCorpus } from './read-corpus.ts';
import { mayBeOfAKind, recognise } from './recognise.ts';
import { type Side, splitProjects } from './split-projects.ts';
import { filesOfTestScript, isTestScript } from './test-scripts.ts';
import { whyUnfit } from './unfit-text.ts';

const largestFileBytes = 400_000;
/** Files per package and extension: enough to choose from, and a limit on what is read. */
const mostRead = 160;
const mostPassagesOfADocument = 6;
const labelsOfTestScripts = new Set(['cobol']);

/**
 * Collects from every package.
 *
 * @param labels the only ones to keep; all of them if it is empty.
 * @returns the number of files in the corpus.
 */
export function collectCorpus(labels: readonly string[]): number {
  const found = collectPackages(() => true);
  return writeCorpus(labels.length === 0 ? found : found.filter((file) => labels.includes(file.type)));
}

/**
 * Collects only from packages that the corpus has nothing from, which takes minutes instead of an hour. The corpus keeps what it has, except where
 * the additions push it over the limits in `choose-files.ts`.
 *
 * @returns the number of files in the corpus.
 */
export function addToCorpus(): number {
  const named = namedPackages();
  const present = readCorpus().filter((file) => named.has(packageKey(file)));
  const known = new Set(present.map(packageKey));
  const shaped = present.map((file): FoundFile => ({ ...file, shape: shapeOf(readFileSync(textFile(file.sha256), 'utf8')) }));
  return writeCorpus([...shaped, ...collectPackages((one) => !known.has(packageKey(one)))]);
}

function collectPackages(isWanted: (one: FetchedPackage) => boolean): FoundFile[] {
  const included = Map.groupBy(
    Object.entries(sources).flatMap(([label, list]) => list.filter((one) => one.include).map((one) => ({ label, ...one }))),
    packageKey,
  );
  const found: FoundFile[] = [];
  const named = namedPackages();
  const packages = [...readManifest().values()].filter((one) => named.has(packageKey(one)) && isWanted(one));
  for (const [index, one] of packages.entries()) {
    const folder = unpackedFolder(one.registry, one.package);
    if (!existsSync(folder)) continue;
    found.push(...collectPackage(one, folder, included.get(packageKey(one)) ?? []));
    if (index % 50 === 49) process.stdout.write(`${index + 1}/${packages.length} packages, ${found.length} files\n`);
  }
  return found;
}

/** The packages in the tables of sources. */
function namedPackages(): ReadonlySet<string> {
  return new Set(Object.values(sources).flatMap((list) => list.map(packageKey)));
}

function writeCorpus(found: readonly FoundFile[]): number {
  const sides = sidesOfPresent();
  const chosen = chooseFiles(found).map((file) => ({ ...file, ...sides.get(file.project) }));
  writeFileSync(`${cache.corpus}.new`, chosen.map((file) => `${JSON.stringify(file)}\n`).join(''));
  renameSync(`${cache.corpus}.new`, cache.corpus);
  sweep(new Set(chosen.map((file) => file.sha256)));
  return chosen.length;
}

/** Projects keep their side when others are added: those trained on stay in training, and those held out stay held out. */
function sidesOfPresent(): ReadonlyMap<string, { readonly side: Side }> {
  if (!existsSync(cache.corpus)) return new Map();
  return new Map([...splitProjects(readCorpus(), fixedSides())].map(([project, side]) => [project, { side }]));
}

type Included = Source & { readonly label: string };

function collectPackage(one: FetchedPackage, folder: string, included: readonly Included[]): FoundFile[] {
  const found: FoundFile[] = [];
  for (const file of filesToRead(folder, included)) {
    const text = textOf(path.join(folder, file));
    if (text === null) continue;
    if (isTestScript(file)) found.push(...testFiles(one, file, text));
    const kind = kindOf(file, text, included);
    if (kind !== null) found.push(record(one, file, { label: kind.label, text, line: 0 }));
    for (const passage of passagesOf(kind?.label, text)) found.push(record(one, `${file}#L${passage.line}`, passage));
  }
  return found;
}

/** Only for labels that have hardly any other files. */
function testFiles(one: FetchedPackage, script: string, text: string): FoundFile[] {
  return filesOfTestScript(text).flatMap((file, index) => {
    const kind = recognise(file.name, file.text);
    if (typeof kind === 'string' || !labelsOfTestScripts.has(kind.label)) return [];
    return [record(one, `${script}#${index + 1}-${file.name}`, { label: kind.label, text: file.text, line: 0 })];
  });
}

/** Ordered by hash, so that files deep in a tree are as likely to be read as those at its top. */
function filesToRead(folder: string, included: readonly Included[]): string[] {
  const all = [...filesUnder(folder, '')];
  const asked = all.filter((file) => included.some((one) => one.include?.test(`/${file}`)));
  const byEnding = Map.groupBy(
    all.filter((file) => mayBeOfAKind(file) || isTestScript(file)),
    (file) => path.extname(file.replace(/\.gz$/, '')),
  );
  const ordered = [...byEnding.values()].flatMap((files) => shuffled(files).slice(0, mostRead));
  return [...new Set([...shuffled(asked).slice(0, mostRead * 10), ...ordered])];
}

/** Links are not followed: some lead out of the package and into the rest of the machine. */
function* filesUnder(folder: string, under: string): Generator<string> {
  for (const entry of readdirSync(path.join(folder, under), { withFileTypes: true })) {
    const file = path.join(under, entry.name);
    if (entry.isDirectory()) yield* filesUnder(folder, file);
    else if (entry.isFile()) yield file;
  }
}

function shuffled(files: readonly string[]): string[] {
  const keyed = files.map((file): [string, string] => [createHash('sha1').update(file).digest('hex'), file]);
  return keyed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file);
}

function textOf(file: string): string | null {
  if (statSync(file).size > largestFileBytes) return null;
  return decodeText(readFileSync(file), file);
}

function kindOf(file: string, text: string, included: readonly Included[]): Kind | null {
  for (const one of included) {
    const kind = one.include?.test(`/${file}`) ? kinds.find(({ label }) => label === one.label) : undefined;
    if (kind !== undefined && matchesKind(kind, text) && whyUnfit(kind, text) === null) return kind;
  }
  const kind = recognise(file, text);
  return typeof kind === 'string' ? null : kind;
}

/** If a passage has a kind, it must match the patterns of that kind. The checks for whole files do not apply to it. */
function passagesOf(label: string | undefined, text: string): Passage[] {
  const marked = label === 'markdown' || label === 'rst' ? markedPassages(text, label) : [];
  const kind = kinds.find((one) => one.label === label);
  const traces = kind?.form === 'prose' || label === 'log' || label === 'diff' ? stackTraces(text) : [];
  const fit = [...marked, ...traces].filter((passage) => {
    const own = kinds.find((one) => one.label === passage.label);
    return passage.text.length > 60 && (own === undefined || matchesKind(own, passage.text));
  });
  return fit.slice(0, mostPassagesOfADocument);
}

function record(one: FetchedPackage, file: string, { label, text, line }: Passage): FoundFile {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  keep(sha256, content);
  const described: CorpusFile = {
    type: label,
    project: projectOfFile(file, one.project),
    registry: one.registry,
    package: one.package,
    version: one.version,
    licence: one.licence,
    path: file,
    sha256,
    bytes: content.length,
    passage: line > 0,
  };
  return { ...described, shape: shapeOf(text) };
}

function keep(sha256: string, content: Buffer): void {
  const file = textFile(sha256);
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Removes the texts that were found but not chosen. */
function sweep(chosen: ReadonlySet<string>): void {
  for (const file of filesUnder(cache.texts, '')) if (!chosen.has(path.basename(file))) rmSync(path.join(cache.texts, file));
}
