/**
 * A copy without types of the sources of the process that reads documents. It may write nothing, so Node gives it no compile cache, and would strip its sources of their types
 * at each start: `src/extraction/reader-program.ts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './failure.mjs';
import { digestOf } from './page.mjs';
import { pinnedNode, root, runtime } from './places.mjs';

/** All that it may import, and what strips it. */
const sources = [
  'src/base',
  'src/contract',
  'src/domain',
  'src/extraction',
  'src/processes/extraction',
  'src/processes/exit-process.ts',
  'tools/setup/strip-reader.mjs',
];
/** Holds the digest of the sources that were stripped. */
const stamp = path.join(runtime, 'reader-stripped');

export function isReaderStripped() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(sources);
}

/** @throws SetupError with what Node says. */
export function stripReader() {
  if (isReaderStripped()) return;
  const program = path.join(root, 'tools', 'setup', 'strip-reader.mjs');
  const { status, stderr } = spawnSync(pinnedNode, ['--disable-warning=ExperimentalWarning', program], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new SetupError(`could not strip the sources of the process that reads documents:\n${stderr}`);
  writeFileSync(stamp, digestOf(sources));
}
