/** npm packages for another system than this one, by npm(1): downloaded once, each checked against a digest that is known before. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { System } from './runtime-packages.ts';

export interface PinnedPackage {
  readonly version: string;
  /** Of its archive, such as `sha512-…` (`npm view NAME@VERSION dist.integrity`). */
  readonly integrity: string;
}

/**
 * Brings exactly these packages, by their names, into `node_modules` of `folder`, without what they depend on and without running anything of them.
 * @throws Error if one can't be downloaded, or isn't the one that is pinned.
 */
export function bringPackages(folder: string, packages: Readonly<Record<string, PinnedPackage>>, { os, cpu }: System): void {
  const missing = (): readonly string[] => Object.keys(packages).filter((name) => !isThere(folder, name, packages[name]?.integrity));
  if (missing().length === 0) return;
  process.stderr.write(`downloading ${missing().join(', ')} for ${os} ${cpu}\n`);
  mkdirSync(folder, { recursive: true });
  const dependencies = Object.fromEntries(Object.entries(packages).map(([name, { version }]) => [name, version]));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const words = ['install', '--force', `--os=${os}`, `--cpu=${cpu}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const still = missing();
  if (still.length > 0) throw new Error(`${still.join(', ')} could not be downloaded, or does not match its digest`);
}

function isThere(folder: string, name: string, integrity: string | undefined): boolean {
  const list = path.join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(list) || !existsSync(path.join(folder, 'node_modules', name))) return false;
  const lock = JSON.parse(readFileSync(list, 'utf8')) as { readonly packages?: Readonly<Record<string, { readonly integrity?: string }>> };
  return integrity !== undefined && lock.packages?.[`node_modules/${name}`]?.integrity === integrity;
}
