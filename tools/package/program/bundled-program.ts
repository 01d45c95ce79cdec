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
  /** Processes and threads of a Hub that runs: whole, because an upgrade may take other files away meanwhile. */
  readonly lasting: readonly string[];
  /** What `package.json` names, and what reads documents: they end soon, and load large libraries only when they need them. */
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
/** `require` of a source of ours is for code that can't wait; in one file nothing has to be waited for. */
const required = /createRequire\(import\.meta\.url\)\((['"])(\.[\w./-]{1,200}\.js)\1\)/g;
const ownPlace = /import\.meta\.(url|dirname|filename)\b/g;
const place = /hubPlaceOf\("(url|dirname|filename)", "([^"]{1,300})"\)/g;

export function programsIn(sources: Sources, namedInPackage: readonly string[]): Programs {
  const brief = new Set([...namedInPackage, reader]);
  const lasting = new Set([supervisor]);
  for (const [file, code] of sources)
    for (const { 2: name = '', index } of code.matchAll(named)) {
      if (importing.test(code.slice(Math.max(0, index - 60), index))) continue;
      const places = [path.posix.join(path.posix.dirname(file), name), path.posix.join(componentFolder, name)];
      const program = places.find((one) => sources.has(one));
      if (program !== undefined && !brief.has(program)) lasting.add(program);
    }
  const there = (names: ReadonlySet<string>): readonly string[] => [...names].filter((one) => sources.has(one)).toSorted();
  return { lasting: there(lasting), brief: there(brief) };
}

/** @param root the folder whose `node_modules` has what is taken in. @throws Error for a source that imports one that is not there. */
export async function bundledProgram(sources: Sources, { lasting, brief }: Programs, root: string): Promise<Sources> {
  const written = new Map<string, string>();
  // One after the other: what two have in common is in both, because a file that both load would be one more for each.
  for (const program of [...lasting, ...brief]) {
    const isWhole = lasting.includes(program);
    for (const { fileName, code } of await bundle(sources, { program, isWhole, root })) written.set(fileName, code);
  }
  return written;
}

interface Bundling {
  readonly program: string;
  /** With what it loads later. */
  readonly isWhole: boolean;
  readonly root: string;
}

async function bundle(sources: Sources, { program, isWhole, root }: Bundling): Promise<readonly OutputChunk[]> {
  const name = program.replace(/\.js$/, '');
  await using build = await rolldown({
    cwd: root,
    input: { [name]: path.join(root, program) },
    platform: 'node',
    plugins: [fromMemory(sources, root)],
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
  });
  return output.filter((one) => one.type === 'chunk');
}

function fromMemory(sources: Sources, root: string): Plugin {
  const nameOf = (id: string): string => path.relative(root, id).replaceAll(path.sep, '/');
  const isOurs = (id: string): boolean => sources.has(nameOf(id));
  const messageFormat = path.join(root, 'src/domain/language/message-format-on-node.js');
  return {
    name: 'sources',
    resolveId(source, importer, { kind }) {
      if (path.isAbsolute(source)) return isOurs(source) ? source : null;
      if (source === '#message-format') return messageFormat;
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
      return code === undefined ? null : withPlaces(code, nameOf(id));
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
