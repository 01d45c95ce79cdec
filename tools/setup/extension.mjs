/** The browser extension for both browsers, built by WXT into `.runtime/extension/` whenever one of its sources has changed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './failure.mjs';
import { digestOf } from './page.mjs';
import { pinnedNode, root, runtime, say } from './places.mjs';

/** The lock file stands for the packages that are built into it. */
const sources = [
  'extension',
  'src/contract/extension-messages.ts',
  'src/contract/web-listener/web-address.ts',
  'brand/extension',
  'package.json',
  'package-lock.json',
];
/** Holds the digest of the sources that it was built from. */
const stamp = path.join(runtime, 'extension-built');
const browsers = ['chrome', 'firefox'];

export function isExtensionBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestOf(sources);
}

/** @throws SetupError with WXT's output. */
export function buildExtension() {
  if (isExtensionBuilt()) return;
  say('building the browser extension');
  for (const browser of browsers) runWxt(['build', 'extension', '--browser', browser]);
  writeFileSync(stamp, digestOf(sources));
}

/**
 * @param {readonly string[]} words
 * @throws SetupError with WXT's output.
 */
export function runWxt(words) {
  const wxt = path.join(root, 'node_modules', 'wxt', 'bin', 'wxt.mjs');
  const result = spawnSync(pinnedNode, [wxt, ...words, '--level', 'error'], { cwd: root, encoding: 'utf8' });
  if (result.status !== 0) throw new SetupError(`could not build the browser extension:\n${result.stdout}${result.stderr}`);
}
