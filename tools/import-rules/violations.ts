/** Checks the imports of all sources against the rules. Pure: returns one sentence per violation. */
import { isBuiltin } from 'node:module';
import path from 'node:path';

/** A source, and the specifiers that it imports. Paths are relative to the checkout, with slashes. */
export interface Source {
  readonly file: string;
  readonly imports: readonly string[];
}

export interface Surroundings {
  /** What each area may import besides itself. An area is the start of a path; a file is in the longest one that matches. */
  readonly importRules: Readonly<Record<string, readonly string[]>>;
  /** Whether this file exists, or this package can be resolved from the importing file. */
  readonly isFile: (file: string) => boolean;
  readonly isPackage: (name: string, from: string) => boolean;
}

interface Edge {
  readonly from: string;
  /** A file, the name of a package, or `node`. */
  readonly to: string;
  readonly isFile: boolean;
  /** As written in the source. */
  readonly specifier: string;
}

const isTest = (file: string): boolean => /\.test\.ts$/.test(file);
const isUnitTest = (file: string): boolean =>
  /^(src|tools|bench|test\/(page|extension)\/unit)\//.test(file) && isTest(file) && !file.endsWith('.process.test.ts');
/** Modules that start a program or open a display. */
const forProcessTests = /^(node:)?child_process$|(^|\/)test\/harness\/(hub|desktop\/(x-display|session-bus|desktop|wayland-desktop))\.ts$/;
const processOf = (file: string): string | undefined => /^src\/processes\/([^/]+)\//.exec(file)?.[1];

/** A sentence for each import that is not allowed, and for each cycle; empty if there is none. */
export function violations(sources: readonly Source[], surroundings: Surroundings): readonly string[] {
  const edges = sources.flatMap(({ file, imports }) => imports.map((specifier) => edgeOf(file, specifier)));
  const found = edges.flatMap((edge) => [...unresolved(edge, surroundings), ...forbidden(edge, surroundings.importRules)]);
  const withoutArea = sources.filter(({ file }) => file.startsWith('src/') && areaOf(file, surroundings.importRules) === undefined);
  return [
    ...withoutArea.map(({ file }) => `${file} is in no area of the import rules`),
    ...found,
    ...cycles(edges).map((cycle) => `cycle: ${cycle.join(' → ')}`),
  ];
}

function edgeOf(from: string, specifier: string): Edge {
  if (isBuiltin(specifier)) return { from, to: 'node', isFile: false, specifier };
  if (specifier.startsWith('.')) return { from, to: path.posix.join(path.posix.dirname(from), specifier), isFile: true, specifier };
  if (specifier.startsWith('#')) return { from, to: specifier, isFile: false, specifier };
  const words = specifier.split('/');
  return { from, to: words.slice(0, specifier.startsWith('@') ? 2 : 1).join('/'), isFile: false, specifier };
}

function unresolved({ from, to, isFile }: Edge, { isFile: isThere, isPackage }: Surroundings): readonly string[] {
  const resolves = to === 'node' || (isFile ? isThere(to) : isPackage(to, from));
  return resolves ? [] : [`${from} → ${to}: there is no such ${isFile ? 'file' : 'package'}`];
}

function areaOf(file: string, importRules: Surroundings['importRules']): string | undefined {
  const fitting = Object.keys(importRules).filter((area) => file.startsWith(area));
  return fitting.toSorted((one, other) => other.length - one.length)[0];
}

/** Why the import is not allowed; more than one rule may say so. */
function forbidden({ from, to, isFile, specifier }: Edge, importRules: Surroundings['importRules']): readonly string[] {
  const violation = (rule: string): string => `${from} → ${to}: ${rule}`;
  if (isUnitTest(from) && forProcessTests.test(specifier))
    return [violation('a test that starts a program or opens a display is a .process.test.ts')];
  if (isTest(from)) return [];
  const area = areaOf(from, importRules);
  const allowed = area === undefined ? [] : (importRules[area] ?? []);
  const isAllowed = isFile
    ? [area ?? '', ...allowed].some((place) => /^(src|extension)\//.test(place) && to.startsWith(place))
    : allowed.some((name) => to === name || to.startsWith(`${name}/`));
  const found = area === undefined || isAllowed ? [] : [violation(`${area} may import ${['itself', ...allowed].join(', ')}`)];
  if (isFile && isTest(to)) found.push(violation('a test must not be imported'));
  if (/^(src|bin|extension)\//.test(from) && /^(test|bench|tools)\//.test(to))
    found.push(violation('the program must not import tests or tools'));
  const other = processOf(to);
  if (from.startsWith('src/processes/') && other !== undefined && other !== processOf(from))
    found.push(
      violation(processOf(from) === undefined ? 'shared code must not import a process' : 'a process must not import another one'),
    );
  if (from.startsWith('src/journal/migrations/')) found.push(violation('a migration must not depend on code that may change'));
  return found;
}

/** Files that import each other in a cycle, by values or by types; each cycle once, from its first file by name. */
function cycles(edges: readonly Edge[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to, isFile } of edges) if (isFile) next.set(from, [...(next.get(from) ?? []), to]);
  const found = new Map<string, readonly string[]>();
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at !== -1) {
      const cycle = way.slice(at);
      found.set(cycle.toSorted().join(), [...cycle, file]);
      return;
    }
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...way, file]);
    done.add(file);
  };
  for (const file of [...next.keys()].toSorted()) walk(file, []);
  return [...found.values()];
}
