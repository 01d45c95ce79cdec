/**
 * Fetches Debian packages, binary and source, with apt. It uses its own package lists and cache in the corpus folder, based on the machine's
 * `debian.sources` with source packages enabled. The system's apt is not changed, and root is not needed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache, unpackedFolder } from './cache.ts';
import { type CommandResult, runCommand } from './command.ts';
import { licencesOfDebian } from './licence.ts';
import type { FetchedPackage } from './manifest.ts';
import { projectOfAddress } from './project.ts';
import { unpackDebian, unpackTars } from './unpack.ts';

const machineSources = '/etc/apt/sources.list.d/debian.sources';
const downloadWithinMs = 600_000;

/** Downloads Debian's package lists, unless the cache has them. */
export async function readyApt(): Promise<CommandResult> {
  const configuration = path.join(cache.apt, 'apt.conf');
  if (existsSync(configuration)) return { ok: true, output: '' };
  for (const folder of ['lists/partial', 'archives/partial']) mkdirSync(path.join(cache.apt, folder), { recursive: true });
  const sources = readFileSync(machineSources, 'utf8').replaceAll(/^Types:.*$/gm, 'Types: deb deb-src');
  writeFileSync(path.join(cache.apt, 'debian.sources'), sources);
  writeFileSync(`${configuration}.new`, aptConfiguration());
  const updated = await apt('apt-get', ['update'], { configuration: `${configuration}.new` });
  if (updated.ok) writeFileSync(configuration, aptConfiguration());
  return updated;
}

function aptConfiguration(): string {
  const settings = {
    Dir: '/',
    'Dir::Etc::sourcelist': path.join(cache.apt, 'debian.sources'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': path.join(cache.apt, 'lists'),
    'Dir::Cache': cache.apt,
    'Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled': 'false',
    'APT::Sandbox::User': '',
    'Acquire::Retries': '3',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} "${value}";\n`)
    .join('');
}

function apt(program: string, words: readonly string[], { configuration = '', folder = cache.apt } = {}): Promise<CommandResult> {
  const environment = { APT_CONFIG: configuration === '' ? path.join(cache.apt, 'apt.conf') : configuration };
  return runCommand(program, words, { folder, timeoutMs: downloadWithinMs, environment });
}

/** What Debian says about its packages: each one's stanza (deb822(5)), by name. */
export type Stanzas = ReadonlyMap<string, string>;

/** The stanzas of binary packages. Asking for all at once takes as long as asking for one. */
export async function describeBinaries(names: readonly string[]): Promise<Stanzas> {
  return stanzasOf(names.length === 0 ? '' : await shown(['show', '--no-all-versions', ...names]));
}

/** The stanzas of source packages. */
export async function describeSources(names: readonly string[]): Promise<Stanzas> {
  return stanzasOf(names.length === 0 ? '' : await shown(['showsrc', '--only-source', ...names]));
}

async function shown(words: readonly string[]): Promise<string> {
  const answer = await apt('apt-cache', words);
  return answer.ok ? answer.output : '';
}

/** If a name occurs more than once, the first stanza counts: it is the newest. */
function stanzasOf(text: string): Stanzas {
  const all = text.split('\n\n').map((stanza): [string, string] => [fieldsOf(stanza).get('Package') ?? '', stanza]);
  return new Map(all.reverse());
}

/** The record of each package, or in a few words why it could not be fetched. */
export type FetchedByName = Map<string, FetchedPackage | string>;

/** Downloads binary packages together, since apt takes longer to start than to download one, and unpacks each. */
export async function fetchBinaries(names: readonly string[], stanzas: Stanzas): Promise<FetchedByName> {
  const downloads = emptyFolder(`debian_${names[0]}`);
  const known = names.filter((name) => stanzas.has(name));
  await apt('apt-get', ['download', '-q', ...known], { folder: downloads });
  const all: FetchedByName = new Map();
  for (const name of names) all.set(name, await unpackBinary(name, stanzas.get(name), downloads));
  rmSync(downloads, { recursive: true });
  return all;
}

async function unpackBinary(name: string, stanza: string | undefined, downloads: string): Promise<FetchedPackage | string> {
  if (stanza === undefined) return 'not in this release';
  const about = fieldsOf(stanza);
  const archive = readdirSync(downloads).find((file) => file.startsWith(`${name}_`) && file.endsWith('.deb'));
  if (archive === undefined) return 'not downloaded';
  const folder = unpackedFolder('debian', name);
  if (!(await unpackDebian(path.join(downloads, archive), folder))) return 'not unpacked';
  const source = (about.get('Source') ?? name).replace(/ .*/, '');
  return {
    registry: 'debian',
    package: name,
    version: about.get('Version') ?? '',
    project: projectOfAddress(about.get('Homepage') ?? '', source),
    licence: licenceIn(path.join(folder, 'usr/share/doc', name, 'copyright')),
    sha256: about.get('SHA256') ?? '',
  };
}

/**
 * Downloads the upstream archives of source packages and Debian's additions to them, and unpacks each. Some mirrors lack most of the additions; the
 * upstream archives are enough.
 */
export async function fetchSources(names: readonly string[], stanzas: Stanzas): Promise<FetchedByName> {
  const downloads = emptyFolder(`debian-source_${names[0]}`);
  const known = names.filter((name) => stanzas.has(name));
  const ask = (some: readonly string[]): Promise<CommandResult> => {
    return apt('apt-get', ['source', '-q', '--download-only', '--only-source', ...some], { folder: downloads });
  };
  await ask(known);
  // If one archive is not available, apt does not fetch the others of the same request either.
  for (const name of known) if (!isThere(archivesOf(stanzas.get(name), downloads))) await ask([name]);
  const all: FetchedByName = new Map();
  for (const name of names) all.set(name, await unpackSource(name, stanzas.get(name), downloads));
  rmSync(downloads, { recursive: true });
  return all;
}

async function unpackSource(name: string, stanza: string | undefined, downloads: string): Promise<FetchedPackage | string> {
  if (stanza === undefined) return 'not in this release';
  const archives = archivesOf(stanza, downloads).filter(({ file }) => existsSync(file));
  if (!isThere(archivesOf(stanza, downloads))) return 'not downloaded';
  const folder = unpackedFolder('debian-source', name);
  if (
    !(await unpackTars(
      archives.map(({ file }) => file),
      folder,
    ))
  )
    return 'not unpacked';
  const about = fieldsOf(stanza);
  return {
    registry: 'debian-source',
    package: name,
    version: about.get('Version') ?? '',
    project: projectOfAddress(about.get('Homepage') ?? '', name),
    licence: licenceIn(path.join(folder, 'debian/copyright'), ...upstreamLicences(folder)),
    sha256: archives.find(isUpstream)?.sha256 ?? '',
  };
}

function emptyFolder(name: string): string {
  const folder = path.join(cache.downloads, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

interface Archive {
  readonly sha256: string;
  readonly file: string;
}

/** The archives of a source package, from the lines of its `Checksums-Sha256` (deb-src-control(5)). */
function archivesOf(stanza: string | undefined, downloads: string): Archive[] {
  const lines = [...(stanza ?? '').matchAll(/^ ([0-9a-f]{64}) \d+ (\S+\.tar\.\w+)$/gm)];
  return lines.map(([, sha256 = '', name = '']) => ({ sha256, file: path.join(downloads, name) }));
}

/** True also for the only archive of a package that Debian itself wrote. */
function isUpstream({ file }: Archive): boolean {
  return !file.includes('.debian.tar');
}

/** Whether all upstream archives were downloaded. */
function isThere(archives: readonly Archive[]): boolean {
  return archives.some(isUpstream) && archives.filter(isUpstream).every(({ file }) => existsSync(file));
}

/** The fields of a stanza that are on one line. */
function fieldsOf(stanza: string): Map<string, string> {
  const fields = [...stanza.matchAll(/^([\w-]+): (.*)$/gm)];
  return new Map(fields.map((field) => [field[1] ?? '', field[2] ?? '']));
}

/** The licences named in the first of these files that exists. */
function licenceIn(...files: readonly string[]): string {
  const file = files.find((one) => existsSync(one));
  return file === undefined ? 'unstated' : licencesOfDebian(readFileSync(file, 'utf8'));
}

/** Upstream's licence files: at the top of the package, or in a folder directly below. */
function upstreamLicences(folder: string): string[] {
  const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const places = [folder, ...inner.map((entry) => path.join(folder, entry.name))];
  const stated = (place: string): string[] => readdirSync(place).filter((name) => /^(LICEN[SC]E|COPYING|COPYRIGHT|UNLICENSE)/i.test(name));
  const files = places.flatMap((place) => stated(place).map((name) => path.join(place, name)));
  return files.filter((file) => statSync(file).isFile());
}
