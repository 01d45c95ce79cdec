/**
 * `node tools/import-rules/main.ts`: checks every import of the checkout, of values and of types, against the rules in `table.ts`. It also reports cycles, and
 * imports that do not resolve. Specifiers have the full file name (`.ts`), so resolving one only means joining two paths.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importsIn } from './imports.ts';
import { importRules } from './table.ts';
import { violations } from './violations.ts';

const root = path.join(import.meta.dirname, '../..');
const folders = ['src', 'bin', 'test', 'tools', 'bench', 'extension'];

const files = folders
  .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  .map((file) => file.split(path.sep).join('/'));
const sources = ['setup.mjs', ...files].map((file) => ({ file, imports: importsIn(file, readFileSync(path.join(root, file), 'utf8')) }));

const { imports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly imports: object };

/** Whether it is one of the `imports` of package.json, or the package is in a `node_modules` next to the file, or in a folder above it. */
function isPackage(name: string, from: string): boolean {
  if (name.startsWith('#')) return Object.hasOwn(imports, name);
  for (let folder = path.posix.dirname(from); ; folder = path.posix.dirname(folder)) {
    if (existsSync(path.join(root, folder, 'node_modules', name))) return true;
    if (folder === '.') return false;
  }
}

const found = violations(sources, { importRules, isFile: (file) => existsSync(path.join(root, file)), isPackage });
for (const line of found) process.stdout.write(`${line}\n`);
process.stdout.write(`${sources.flatMap(({ imports }) => imports).length} imports of ${sources.length} files\n`);
process.exitCode = found.length === 0 ? 0 : 1;
