/** Builds the page of Hub's window if its sources are newer than the build. Test files that run in parallel build it once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { until } from '../harness/until.ts';

const root = path.join(import.meta.dirname, '../..');
const sources = path.join(root, 'src/processes/shell/page');
const lock = path.join(root, '.runtime/page.building');
/** Ten times as long as a build takes. An older lock was left by a process that was killed. */
const buildWithinMs = 60_000;

/** The folder of the built page. */
export const builtPage = path.join(root, '.runtime/page');

function modifiedMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isFresh(): boolean {
  const names = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.split(path.sep).includes('node_modules'),
  );
  const files = names.map((name) => path.join(sources, name));
  const newest = Math.max(...[...files, path.join(root, 'package-lock.json')].map(modifiedMs));
  return modifiedMs(path.join(builtPage, 'index.html')) > newest;
}

function tryLock(): boolean {
  try {
    mkdirSync(lock, { recursive: false });
    return true;
  } catch {
    if (Date.now() - modifiedMs(lock) > buildWithinMs) rmdirSync(lock);
    return false;
  }
}

async function build(): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const words = [vite, 'build', '--config', path.join(sources, 'vite.config.ts'), '--logLevel', 'error'];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], timeout: buildWithinMs });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error('the page could not be built');
}

/** Throws if the build fails; stderr then has Vite's messages. */
export async function buildPage(): Promise<void> {
  if (isFresh()) return;
  await until('turn to build the page', tryLock, 2 * buildWithinMs);
  try {
    if (!isFresh()) await build();
  } finally {
    rmdirSync(lock);
  }
}
