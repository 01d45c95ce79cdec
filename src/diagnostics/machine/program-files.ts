/** The files of the program itself: their digests, and the words of its source. Read once, a few at a time. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { secretReasons } from '../../contract/secret-families.ts';
import { addWordsOf, noWords, type SourceWords } from '../../domain/redaction/source-words.ts';

export interface FileDigest {
  /** Relative to the program's folder, with forward slashes. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ProgramFiles {
  readonly files: readonly FileDigest[];
  readonly words: SourceWords;
}

/** The folder that `package.json` is in. */
export const programFolder = path.join(import.meta.dirname, '../../..');

/** What runs. Tests, tools and documents are not needed for that. */
const parts = ['bin', 'src', 'languages', 'package.json', 'package-lock.json', 'setup.mjs', 'hub'] as const;
const mostFiles = 5_000;
const longestFile = 16 * 1024 * 1024;
const atOnce = 32;

/** Files that can't be read are left out. Rejects if `signal` aborts. */
export async function readProgramFiles(folder: string, signal: AbortSignal): Promise<ProgramFiles> {
  const names = await namesOf(folder);
  const words = noWords();
  // They are composed, so that no literal says them.
  for (const reason of secretReasons) words.texts.add(reason);
  const files: FileDigest[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    signal.throwIfAborted();
    const group = names.slice(at, at + atOnce);
    const contents = await Promise.all(group.map((name) => readFile(path.join(folder, name)).catch(() => null)));
    for (const [index, bytes] of contents.entries()) {
      const name = group[index] ?? '';
      if (bytes === null || bytes.length > longestFile) continue;
      files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      if (isSource.test(name)) addWordsOf(bytes.toString('utf8'), path.posix.basename(name), words);
    }
  }
  return { files, words };
}

const isSource = /\.(?:ts|tsx|mjs|js)$/;
const isTest = /\.test\.tsx?$/;
/** Names as this project gives them. One of another form is not a file of it. */
const isOfProgram = /^[\w./@+-]{1,200}$/;

async function namesOf(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for (const part of parts) {
    const entries = await readdir(path.join(folder, part), { recursive: true, withFileTypes: true }).catch(() => null);
    if (entries === null) names.push(part);
    else for (const entry of entries) if (entry.isFile()) names.push(path.relative(folder, path.join(entry.parentPath, entry.name)));
  }
  return names
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => isOfProgram.test(name) && !isTest.test(name) && !name.includes('node_modules/'))
    .toSorted()
    .slice(0, mostFiles);
}

/** The packages that the program names, with the versions that are there; null for one that is missing. */
export async function installedPackages(
  folder: string,
): Promise<Readonly<Record<string, { readonly wanted: string; readonly found: string | null }>>> {
  const dependencies = textsOf(await packageAt(folder), 'dependencies');
  const entries = Object.entries(dependencies).map(async ([name, wanted]) => {
    const found = await packageAt(path.join(folder, 'node_modules', name));
    return [name, { wanted, found: typeof found.version === 'string' ? found.version.slice(0, 40) : null }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function packageAt(folder: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textsOf(object: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, string>> {
  const value = object[key];
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}
