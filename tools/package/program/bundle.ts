/**
 * The program as JavaScript, in as few files as each process needs: what several processes load is in files that they share. Node looks for, reads and compiles
 * each file by itself, so a process starts in half the time, and without the types and comments it takes less memory.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { filesIn } from './folder.ts';
import { javaScriptName, placeFunctions, readSource } from './read-source.ts';

export interface Bundling {
  /** The checkout. */
  readonly root: string;
  readonly version: string;
  /** The sources that are started from outside the program, by their paths in the checkout. */
  readonly entries: readonly string[];
  /** Folders of sources, which may be started by each other. */
  readonly folders: readonly string[];
}

/** Where in the program, with forward slashes, and what. */
export type Bundle = ReadonlyMap<string, string>;

/** Sources that are built into a page, or run nowhere but in tests. */
const notRun = /^src\/(?:processes\/shell\/page|logs\/viewer)\/|\.test\.tsx?$|\.tsx$/;
/** Tells where the program is: it stays by itself, at a place that the others know by the name in `package.json`. */
const places = { name: '#places', file: 'src/places.js' } as const;
/** For `imports` of `package.json`. */
export const placesImport: Readonly<Record<string, string>> = { [places.name]: `./${places.file}` };
const placesCode = `import { fileURLToPath } from 'node:url';
const root = new URL('..', import.meta.url);
export const placeAddress = (place) => new URL(place, root).href;
export const placePath = (place) => fileURLToPath(new URL(place, root));
`;
const versionFile = 'src/contract/version.ts';

/** Every file of it: those that are started are where their sources are, with `.js` at their end. @throws Error if a source can't be bundled. */
export async function bundleProgram({ root, version, entries, folders }: Bundling): Promise<Bundle> {
  const names = folders.flatMap((folder) => filesIn(path.join(root, folder)).map((name) => `${folder}/${name}`));
  const sources = new Set(names.filter((name) => name.endsWith('.ts') && !notRun.test(name)));
  const read = new Map(
    [...sources].map((name) => {
      const code = readFileSync(path.join(root, name), 'utf8');
      return [name, readSource(name === versionFile ? withVersion(code, version) : code, name, (one) => sources.has(one))];
    }),
  );
  const started = new Set([...entries, ...[...read.values()].flatMap((one) => one.started)]);
  const asRead: Plugin = {
    name: 'sources-as-read',
    load: (id) => {
      const one = read.get(path.relative(root, id).replaceAll(path.sep, '/'));
      if (one === undefined) return null;
      // Behind the code, so that every line stays where it was.
      return {
        code: one.asksForPlace ? `${one.code}\nimport { ${placeFunctions.join(', ')} } from '${places.name}';\n` : one.code,
        moduleType: 'ts',
      };
    },
  };
  const bundler = await rolldown({
    cwd: root,
    input: Object.fromEntries([...started].map((name) => [name.replace(/\.ts$/, ''), path.join(root, name)])),
    platform: 'node',
    // npm packages stay as they are, with their licences.
    external: (id) => id === places.name || id.startsWith('node:') || !/^[./#]|^[a-z]:[/\\]/i.test(id),
    plugins: [asRead],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await bundler.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'src/shared/[name]-[hash].js',
    keepNames: true,
  });
  await bundler.close();
  const files = new Map<string, string>([[places.file, placesCode]]);
  for (const one of output) {
    if (one.type !== 'chunk') throw new Error(`${one.fileName} is no code`);
    files.set(one.fileName, one.code);
  }
  for (const name of started) if (!files.has(javaScriptName(name))) throw new Error(`${name} is not in the bundle`);
  return files;
}

/** A package for trying an update has another version than its sources. */
function withVersion(code: string, version: string): string {
  return code.replace(/'\d{1,6}\.\d{1,6}\.\d{1,6}[^']{0,40}'/, `'${version}'`);
}
