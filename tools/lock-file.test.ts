/**
 * `npm ci` installs what the lock file names. A package that is missing in it is not installed for anyone, and one without a digest is not verified.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

interface Locked {
  /** A workspace in `node_modules`. */
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly workspaces?: readonly string[];
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = path.join(import.meta.dirname, '..', 'package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> };

const isOwn = (entry: string): boolean => entry !== '' && !entry.includes('node_modules/');

/** The entry that a package resolves a name to: its own one, or the next one above it. */
function entryFor(owner: string, name: string): string | undefined {
  for (let at = owner; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const entry = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (entry in packages) return entry;
    if (at === '') return undefined;
  }
}

test('every package in the lock file has its digest', () => {
  const fromRegistry = Object.entries(packages).filter(([entry, { link }]) => entry.includes('node_modules/') && link !== true);
  assert.deepEqual(
    fromRegistry.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? '')).map(([entry]) => entry),
    [],
  );
});

test('an entry that is not a package of the registry is a workspace of this checkout', () => {
  const { workspaces = [] } = packages[''] ?? {};
  const own = Object.entries(packages).flatMap(([entry, { link, resolved }]) =>
    link === true ? [resolved ?? ''] : isOwn(entry) ? [entry] : [],
  );
  assert.deepEqual(
    own.filter((entry) => !workspaces.includes(entry)),
    [],
  );
});

test('every package that one in the lock file may need, on any system, is in it too', () => {
  const missing = Object.entries(packages).flatMap(([owner, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => entryFor(owner, name) === undefined),
  );
  assert.deepEqual(missing, [], 'npm ci refuses it: choose a version whose packages the registry has for every system');
});

test('each system gets its own binaries', () => {
  const systems = [
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
    ['win32', 'arm64'],
  ] as const;
  const scopes = ['@biomejs/', '@oxc-parser/', '@oxc-resolver/', '@rolldown/', '@koromix/', '@typescript/', 'lightningcss-'];
  for (const scope of scopes) {
    for (const [os, cpu] of systems) {
      const own = Object.entries(packages).filter(
        ([entry, locked]) => entry.startsWith(`node_modules/${scope}`) && locked.os?.includes(os) && locked.cpu?.includes(cpu),
      );
      assert.ok(own.length > 0, `${scope} for ${os} ${cpu}`);
    }
  }
});
