/** On what Hub runs: versions, the desktop session, the packages, and the digests of the program's files. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { version } from '../../../contract/version.ts';
import { installedPackages, programFolder } from '../../machine/program-files.ts';
import { readSession } from '../../machine/session.ts';
import type { MadeFile, PartFacts } from '../part.ts';

/** Versions and the session. */
export async function machineFile({ env }: PartFacts): Promise<readonly MadeFile[]> {
  const [session, distribution, packages] = await Promise.all([readSession(env), distributionOf(), installedPackages(programFolder)]);
  const { node, v8, sqlite, openssl, uv } = process.versions;
  const json = {
    hub: version,
    // Four numbers look like an address of a machine.
    runtime: { node, v8: v8.split('.', 3).join('.'), sqlite: sqlite ?? null, openssl: openssl ?? null, uv },
    system: {
      platform: process.platform,
      architecture: process.arch,
      kernel: /^\d{1,4}(?:\.\d{1,6}){1,3}/.exec(os.release())?.[0] ?? null,
      distribution,
      processors: os.availableParallelism(),
      memoryMib: Math.round(os.totalmem() / 1_048_576),
      freeMemoryMib: Math.round(os.freemem() / 1_048_576),
      load: os.loadavg().map((value) => Math.round(value * 100) / 100),
      upMinutes: Math.round(os.uptime() / 60),
      minutesFromUtc: -new Date().getTimezoneOffset(),
    },
    session: { ...session, screen: session.screen === null ? null : { ...session.screen }, locale: session.locale },
    settings: {
      HUB_DEBUG: env.HUB_DEBUG === 'true',
      HUB_HOME: Boolean(env.HUB_HOME),
      HUB_WORKSPACE: Boolean(env.HUB_WORKSPACE),
      HUB_BRIDGE_PORT: Boolean(env.HUB_BRIDGE_PORT),
      HUB_WEB_PORT: Boolean(env.HUB_WEB_PORT),
    },
    packages: Object.fromEntries(
      Object.entries(packages).map(([name, { wanted, found }]) => [name, { wanted: shownVersion(wanted), found: shownVersion(found) }]),
    ),
  };
  return [{ name: 'machine.json', json }];
}

/** os-release(5). */
async function distributionOf(): Promise<{ readonly id: string | null; readonly version: string | null }> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  const readValue = (key: string): string | null => {
    const line = text.split('\n').find((one) => one.startsWith(`${key}=`));
    const value = (line ?? '').slice(key.length + 1).replaceAll('"', '');
    return /^[a-z0-9._-]{1,32}$/.test(value) ? value : null;
  };
  return { id: readValue('ID'), version: readValue('VERSION_ID') };
}

/** A number: anybody could write words into one that is none. */
const versionForm = /^\d{1,5}(?:\.\d{1,8}){2}(?:-(?:alpha|beta|rc|dev|next)(?:\.\d{1,8}){0,2})?$/;

/** A version as a bundle tells it. Exported for its test. */
export function shownVersion(version: string | null): string | null {
  return version === null || versionForm.test(version) ? version : 'another';
}

/**
 * The digest and size of each file of the program, and one digest of all: two programs with the same are the same. Names are not told, because a user may
 * have put files of his own there: whoever has this version knows which digest is which file's, and which one is missing.
 */
export async function programFile({ program }: PartFacts): Promise<readonly MadeFile[]> {
  const { files } = await program();
  const list = files.map(({ name, bytes, sha256 }) => `${sha256}  ${name}  ${bytes}\n`).join('');
  const all = createHash('sha256').update(list).digest('hex');
  const known = files.map(({ bytes, sha256 }) => ({ sha256, bytes })).toSorted((one, other) => (one.sha256 < other.sha256 ? -1 : 1));
  return [{ name: 'program.json', json: { all, count: known.length, files: known } }];
}
