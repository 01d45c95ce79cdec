/**
 * The list of what is in the packages (SBOM), in CycloneDX's form (https://cyclonedx.org/docs/1.5/json/): the npm packages that the program has when it runs,
 * by the lock file, those whose code is in its pages, and Node. Each says in which packages it is, because some are for one system only.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodePackages, nodeVersion } from '../../setup/pinned-node.mjs';
import { type Plan, systems } from '../program/copy-program.ts';
import { type LockedPackage, runtimePackages, type System } from '../program/runtime-packages.ts';
import { pagePackages } from './page-packages.ts';

interface ListedPackage extends LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** Such as `sha512-…`, in base64. */
  readonly integrity?: string;
}

type Locked = Readonly<Record<string, ListedPackage>>;

/** By the package's folder. */
type Places = ReadonlyMap<string, readonly string[]>;

/** Returns the path of the list. */
export async function writeBom(plan: Plan): Promise<string> {
  const { packages } = JSON.parse(readFileSync(path.join(plan.root, 'package-lock.json'), 'utf8')) as { readonly packages: Locked };
  const file = path.join(plan.output, `hub-desktop_${plan.version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bomOf(withLicences(packages, plan.root), await pagePackages(plan.root), plan), null, 2)}\n`);
  return file;
}

/** The list of a lock file. The same parts give the same list: its time is that of the commit, and its number comes from its content. Exported for its test. */
export function bomOf(packages: Locked, page: readonly string[], { version, date }: Pick<Plan, 'version' | 'date'>) {
  const components = [...placesOf(packages, page)].map(([place, where]) => component(place, packages[place] ?? {}, where));
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date(date * 1_000).toISOString(),
      component: { type: 'application', 'bom-ref': 'hub-desktop', name: 'hub-desktop', version, licenses: [{ license: { id: 'MIT' } }] },
    },
    components: [...systems.map(nodeFor), ...components].toSorted((one, other) => (one['bom-ref'] < other['bom-ref'] ? -1 : 1)),
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // A UUID of version 8 (RFC 9562): its bits are ours to choose.
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return { $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json', serialNumber: `urn:uuid:${uuid}`, ...content };
}

/** For whom each package is: the program for a system, such as `linux-x64`, or the page, which is the same for all. */
function placesOf(packages: Locked, page: readonly string[]): Places {
  const found = new Map<string, string[]>();
  const add = (place: string, where: string): void => void found.set(place, [...(found.get(place) ?? []), where]);
  for (const system of systems) for (const place of runtimePackages(packages, system)) add(place, nameOf(system));
  for (const place of page) add(place, 'page');
  return found;
}

function nameOf({ os, cpu }: System): string {
  return `${os}-${cpu}`;
}

function component(place: string, { version = '', license, integrity }: ListedPackage, where: readonly string[]) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return {
    type: 'library',
    // Two copies of one version may be in different folders.
    'bom-ref': `${place}@${version}`,
    name,
    version,
    scope: 'required',
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl: purlOf(name, version),
    properties: propertiesOf(where),
  };
}

/** Node comes from npm as well, in a package for each system; the CPE is what lists of known faults name it by. */
function nodeFor(system: System) {
  const [name = '', integrity = ''] = nodePackages[nameOf(system)] ?? [];
  const purl = purlOf(name, nodeVersion);
  return {
    type: 'application',
    'bom-ref': purl,
    name: 'node',
    version: nodeVersion,
    scope: 'required',
    hashes: hashesOf(integrity),
    licenses: [{ expression: 'MIT' }],
    cpe: `cpe:2.3:a:nodejs:node.js:${nodeVersion}:*:*:*:*:*:*:*`,
    purl,
    properties: propertiesOf([nameOf(system)]),
  };
}

/** In an address, the mark of a scope is escaped (https://github.com/package-url/purl-spec). */
function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** Of the archive in the npm registry. */
function hashesOf(integrity: string): readonly { readonly alg: string; readonly content: string }[] {
  const [algorithm, hash = ''] = integrity.split('-', 2);
  return algorithm === 'sha512' ? [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] : [];
}

function propertiesOf(where: readonly string[]): readonly { readonly name: string; readonly value: string }[] {
  return where.map((value) => ({ name: 'hub-desktop:in', value }));
}

/** Some packages say their licence in an old form that npm leaves out of the lock file. */
function withLicences(packages: Locked, root: string): Locked {
  const oldForm = (place: string): string | undefined => {
    const file = path.join(root, place, 'package.json');
    if (!existsSync(file)) return undefined;
    const { licenses } = JSON.parse(readFileSync(file, 'utf8')) as { readonly licenses?: readonly { readonly type?: string }[] };
    return licenses?.map(({ type }) => type).join(' OR ');
  };
  return Object.fromEntries(
    Object.entries(packages).map(([place, entry]) => {
      const license = entry.license ?? (place.startsWith('node_modules/') ? oldForm(place) : undefined);
      return [place, license === undefined ? entry : { ...entry, license }];
    }),
  );
}
