/**
 * `npm run build:extension`: the browser extension as folders and zips for both stores, in `.runtime/extension/`, with the sources that Mozilla's reviewers
 * ask for. Prints their names.
 *
 * WXT could zip the sources too. For that it reads every folder beside the checkout, and follows links there: one link to `/`, as Wine makes it, and it never ends.
 */
import { createWriteStream, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { runWxt } from './setup/extension.mjs';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, '.runtime/extension');
/** What building it needs. */
const sources = [
  'extension/**/*',
  'src/contract/{extension-messages,web-listener/web-address}.ts',
  'brand/extension/*',
  'tools/setup/*',
  'tools/zip-extension.ts',
  '{package,package-lock,tsconfig}.json',
  '{src/processes/shell/page,bench,tools/train-detector}/package.json',
  'setup.mjs',
  'LICENSE',
];
const isLeftOut = (name: string): boolean => name === 'node_modules' || name === '.wxt' || /\.test\.m?ts$/.test(name);
/** The same sources make the same bytes. It is the first time that a zip can name. */
const never = new Date(1980, 0, 1);

rmSync(folder, { recursive: true, force: true });
for (const browser of ['chrome', 'firefox']) runWxt(['zip', 'extension', '--browser', browser]);
await zipSources();
for (const name of readdirSync(folder).sort()) process.stdout.write(`${path.relative(root, path.join(folder, name))}\n`);

async function zipSources(): Promise<void> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const files = globSync(sources, { cwd: root, withFileTypes: true, exclude: ({ name }) => isLeftOut(name) })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
  const zip = new ZipFile();
  for (const file of files)
    zip.addBuffer(readFileSync(path.join(root, file)), file, { mtime: never, forceDosTimestamp: true, mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path.join(folder, `hub-extension-${version}-sources.zip`)));
}
