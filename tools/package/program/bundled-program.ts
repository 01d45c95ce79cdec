/**
 * The program with each of its processes and threads in one file: Node takes about a millisecond of a processor for each module that it loads, and a component has hundreds. The libraries stay
 * as they are, but for zod, which is the largest part of what they load.
 */
import path from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

/** By their names below the program's folder, with forward slashes. */
export type Sources = ReadonlyMap<string, string>;

/** Sources that are started by their names, each with all that it imports. */
export interface Programs {
  /** Processes and threads of a Hub that runs: whole, because an upgrade may take other files away meanwhile. What they import of libraries, they load at once. */
  readonly lasting: readonly string[];
  /** The command, the client and what reads documents: in parts, because they load large libraries only when they need them. */
  readonly brief: readonly string[];
}

/** Whose modules are taken in. */
const takenIn = /^zod(?:\/|$)/;
/** For what a brief program loads later. */
const chunks = 'src/chunks';
/** Its name is put together in `src/extraction/reader-program.ts`, which chooses between two copies. */
const reader = 'src/processes/extraction/main.js';
/** The command becomes it, by an import. */
const supervisor = 'src/processes/supervisor/main.js';
const componentFolder = 'src/processes';
/** A text that may name a source; and what is before one that is imported, which is no program of its own. */
const named = /(['"])([\w./-]{1,200}\.js)\1/g;
const importing = /(?:\bfrom|\bimport|\bimport\(|createRequire\(import\.meta\.url\)\()\s{0,4}$/;
/** Of a `require` with a name, nothing says that it is one for all that has that name. */
const unclear = /\brequire\w{0,20}\(\s{0,4}$/i;
/** `require` of a source of ours is for code that can't wait; in one file nothing has to be waited for. */
const required = /createRequire\(import\.meta\.url\)\((['"])(\.[\w./-]{1,200}\.js)\1\)/g;
const ending = /^(?:await )?using /m;
const ownPlace = /import\.meta\.(url|dirname|filename)\b/g;
const place = /hubPlaceOf\("(url|dirname|filename)", "([^"]{1,300})"\)/g;

/** @throws Error where it can't be told. */
export function programsIn(sources: Sources, namedInPackage: readonly string[]): Programs {
  const brief = new Set([...namedInPackage, reader]);
  const lasting = new Set([supervisor]);
  for (const [file, code] of sources)
    for (const { 2: name = '', index } of code.matchAll(named)) {
      const before = code.slice(Math.max(0, index - 60), index);
      if (importing.test(before)) continue;
      const places = [path.posix.join(path.posix.dirname(file), name), path.posix.join(componentFolder, name)];
      const program = places.find((one) => sources.has(one));
      if (program === undefined || brief.has(program)) continue;
      if (unclear.test(before)) throw new Error(`${file}: write createRequire(import.meta.url)('${name}')`);
      lasting.add(program);
    }
  const there = (names: ReadonlySet<string>): readonly string[] => [...names].filter((one) => sources.has(one)).toSorted();
  return { lasting: there(lasting), brief: there(brief) };
}

/** @param root the folder whose `node_modules` has what is taken in. @throws Error for a source that imports one that is not there, and for one with code that nothing imports or starts. */
export async function bundledProgram(sources: Sources, { lasting, brief }: Programs, root: string): Promise<Sources> {
  const written = new Map<string, string>();
  const taken = new Set<string>();
  // One after the other: what two have in common is in both, because a file that both load would be one more for each.
  for (const program of [...lasting, ...brief]) {
    const isWhole = lasting.includes(program);
    for (const { fileName, code } of await bundle(sources, { program, isWhole, root, taken })) written.set(fileName, code);
  }
  const left = [...sources].filter(([name, code]) => !taken.has(name) && hasCode(code)).map(([name]) => name);
  if (left.length > 0) throw new Error(`nothing imports or starts ${left.join(', ')}`);
  return written;
}

/** Of types alone, comments are left. */
function hasCode(code: string): boolean {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|\bexport \{\};?|import '[^']*';?/g, '').trim() !== '';
}

interface Bundling {
  readonly program: string;
  /** With what it loads later. */
  readonly isWhole: boolean;
  readonly root: string;
  /** Gets the names of its sources. */
  readonly taken: Set<string>;
}

async function bundle(sources: Sources, { program, isWhole, root, taken }: Bundling): Promise<readonly OutputChunk[]> {
  const name = program.replace(/\.js$/, '');
  await using build = await rolldown({
    cwd: root,
    input: { [name]: path.join(root, program) },
    platform: 'node',
    plugins: [fromMemory(sources, { program, root, taken })],
    // A source whose first constants went elsewhere would lose its comment.
    optimization: { inlineConst: false },
    // Whoever reads a place in a log finds the source there.
    experimental: { attachDebugInfo: 'simple' },
    onLog: (level, log) => {
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(`${program}: ${log.message}`);
    },
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: `${chunks}/${name.replaceAll('/', '-')}/[name].js`,
    ...(isWhole && { codeSplitting: false }),
    // A reader or a client may load a part of the next version: a name that is gone is an error then, a shortened one would be another function.
    minifyInternalExports: false,
  });
  return output.filter((one) => one.type === 'chunk');
}

function fromMemory(sources: Sources, { program, root, taken }: Pick<Bundling, 'program' | 'root' | 'taken'>): Plugin {
  const nameOf = (id: string): string => path.relative(root, id).replaceAll(path.sep, '/');
  const isOurs = (id: string): boolean => sources.has(nameOf(id));
  const messageFormat = path.join(root, 'src/domain/language/message-format-on-node.js');
  return {
    name: 'sources',
    resolveId(source, importer, { kind }) {
      if (path.isAbsolute(source)) return isOurs(source) ? source : null;
      if (source === '#message-format') return messageFormat;
      // One of Node's of which nothing is used would stay as `import 'node:http'`, which loads all that belongs to `fetch`.
      if (source.startsWith('node:')) return { id: source, external: true, moduleSideEffects: false };
      if (!source.startsWith('.')) return takenIn.test(source) ? null : { id: source, external: true };
      const file = path.join(path.dirname(importer ?? root), source);
      // It is a program: what it lets go at its end, it lets go at the end of its module.
      if (kind === 'dynamic-import' && nameOf(file) === supervisor) return { id: source, external: true };
      if (isOurs(file)) return file;
      if (importer !== undefined && isOurs(importer)) throw new Error(`${nameOf(importer)} imports ${source}, which is not there`);
      return null;
    },
    load(id) {
      const code = sources.get(nameOf(id));
      if (code === undefined) return null;
      // Of a module that is loaded later, rolldown forgets that something ends with it.
      if (ending.test(code) && nameOf(id) !== program)
        throw new Error(`${nameOf(id)} has a \`using\` outside of functions, and is no program`);
      taken.add(nameOf(id));
      return withPlaces(code, nameOf(id));
    },
    renderChunk(code, { fileName }) {
      const placed = code.replaceAll(place, (_, kind: string, file: string) => placeFrom(fileName, kind, file));
      return placed === code ? null : `${placed}\nimport { join as hubJoin } from 'node:path';\n`;
    },
  };
}

/** Marks where a source asks for its own place, which is not that of the file that it becomes a part of. */
function withPlaces(code: string, file: string): string {
  const imports: string[] = [];
  const waited = code.replaceAll(required, (_, quote: string, name: string) => {
    const variable = `hubRequired${imports.length}`;
    imports.push(`import * as ${variable} from ${quote}${name}${quote};`);
    return variable;
  });
  const placed = waited.replaceAll(ownPlace, (_, kind: string) => `hubPlaceOf("${kind}", "${file}")`);
  return [placed, ...imports].join('\n');
}

/** An expression for the place that a source had, in the file that it is in now. */
function placeFrom(chunk: string, kind: string, file: string): string {
  const target = kind === 'dirname' ? path.posix.dirname(file) : file;
  const relative = path.posix.relative(path.posix.dirname(chunk), target);
  return kind === 'url' ? `new URL("${relative}", import.meta.url).href` : `hubJoin(import.meta.dirname, "${relative}")`;
}
