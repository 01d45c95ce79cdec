/** `npm ci` brings what the lock file names. What it leaves out nobody gets, and what has no digest is not looked at. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

interface Locked {
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = path.join(import.meta.dirname, '..', 'package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { readonly packages: Readonly<Record<string, Locked>> };

/** The entry that a package gets for a name: its own one, or the next one above it. */
function entryFor(owner: string, name: string): string | undefined {
  for (let at = owner; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const entry = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (entry in packages) return entry;
    if (at === '') return undefined;
  }
}

test('every package in the lock file has its digest', () => {
  const without = Object.keys(packages).filter((entry) => entry !== '' && !/^sha512-/.test(packages[entry]?.integrity ?? ''));
  assert.deepEqual(without, []);
});

test('every package that one in the lock file may need, on any system, is in it too', () => {
  const missing = Object.entries(packages).flatMap(([owner, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => entryFor(owner, name) === undefined),
  );
  assert.deepEqual(missing, [], 'npm ci refuses it: choose a version whose packages the registry has for every system');
});

test('each system gets the binaries of its own', () => {
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
