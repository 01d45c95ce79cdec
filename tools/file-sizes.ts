/**
 * Checks the sizes of files and folders. A small file that only one other file uses belongs in that file, a file that is too long has two jobs, and in a
 * folder with too many files nothing is easy to find. The exceptions are in a short list, each with its reason.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file with fewer lines than this and a single importer belongs in its importer. */
export const smallLines = 25;
export const mostLines = 300;
export const mostFiles = 25;

interface Exception {
  readonly place: RegExp;
  readonly because: string;
}

const smallOnPurpose: readonly Exception[] = [
  { place: /^src\/contract\//, because: 'a contract is found under its own name' },
  { place: /^src\/platform\/[^/]+\/(index|interface)\.ts$/, because: 'the interface of a facility of the system' },
  {
    place: /^src\/platform\/[^/]+\/(linux|macos|wayland|windows|x11)\.ts$/,
    because: 'the implementation for one system, behind its interface',
  },
  { place: /^extension\/entrypoints\//, because: 'an entry of the extension, by its name' },
  { place: /^src\/processes\/[^/]+\/main\.ts$/, because: 'the entry of a process' },
  { place: /-(program|thread|worker)\.ts$/, because: 'the entry of a process, a thread or a worker' },
  { place: /^src\/journal\/migrations\//, because: 'a migration never changes' },
];

const longOnPurpose: readonly Exception[] = [{ place: /^src\/domain\/detect\/learned\/types\.ts$/, because: 'a table, one line per type' }];

/** The text of each file, by its path with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** The violations, one sentence each. */
export function sizeViolations(sources: Sources): readonly string[] {
  const production = [...sources].filter(([file]) => isProduction(file));
  const importers = importersOf(production);
  const small = production.flatMap(([file, text]) => {
    const [only, ...others] = importers.get(file) ?? [];
    const isSmall = linesIn(text) < smallLines && only !== undefined && others.length === 0;
    return isSmall && !isExcepted(file, smallOnPurpose)
      ? [`${file}: ${linesIn(text)} lines, imported only by ${only}: move them there`]
      : [];
  });
  const long = production.flatMap(([file, text]) =>
    linesIn(text) > mostLines && !isExcepted(file, longOnPurpose) ? [`${file}: ${linesIn(text)} lines, so it has two jobs: split it`] : [],
  );
  const full = [...Map.groupBy(sources.keys(), (file) => path.posix.dirname(file))].flatMap(([folder, files]) =>
    files.length > mostFiles ? [`${folder}: ${files.length} files, more than ${mostFiles}`] : [],
  );
  return [...small, ...long, ...full];
}

function isExcepted(file: string, exceptions: readonly Exception[]): boolean {
  return exceptions.some(({ place }) => place.test(file));
}

function isProduction(file: string): boolean {
  return /^(src|bin|extension)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file);
}

function linesIn(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The files that import it, statically or not, or that start it as a program. */
function importersOf(production: readonly (readonly [string, string])[]): ReadonlyMap<string, ReadonlySet<string>> {
  const importers = new Map<string, Set<string>>();
  for (const [importer, text] of production) {
    for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\bURL\()\s*'(\.{1,2}\/[^'\n]+)'/g)) {
      const file = path.posix.join(path.posix.dirname(importer), specifier);
      importers.set(file, (importers.get(file) ?? new Set()).add(importer));
    }
  }
  return importers;
}

/** Every file of code and of tests below the root. */
export function sourcesBelow(root: string): Sources {
  const files = ['src', 'bin', 'extension', 'tools', 'bench', 'test'].flatMap((top) =>
    readdirSync(path.join(root, top), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/[\\/](node_modules|results|\.wxt)([\\/]|$)/.test(entry.parentPath))
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  return new Map(
    files.map((file) => {
      const name = path.relative(root, file).split(path.sep).join('/');
      return [name, isProduction(name) ? readFileSync(file, 'utf8') : ''];
    }),
  );
}

if (import.meta.main) {
  const wrong = sizeViolations(sourcesBelow(path.join(import.meta.dirname, '..')));
  for (const line of wrong) process.stdout.write(`${line}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
