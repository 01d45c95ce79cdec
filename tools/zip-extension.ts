/**
 * `npm run build:extension`: the browser extension as folders and zips for both stores, in `.runtime/extension/`, with the sources that Mozilla's reviewers
 * ask for. Prints their names.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runWxt } from './setup/extension.mjs';

const root = path.join(import.meta.dirname, '..');
const folder = path.join(root, '.runtime/extension');

rmSync(folder, { recursive: true, force: true });
for (const browser of ['chrome', 'firefox']) runWxt(['zip', 'extension', '--browser', browser]);
for (const name of readdirSync(folder).sort()) process.stdout.write(`${path.relative(root, path.join(folder, name))}\n`);
