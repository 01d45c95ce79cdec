/**
 * The list of what is in the packages (SBOM), in CycloneDX's form (https://cyclonedx.org/docs/1.5/json/), from the lock file: the npm packages that the program
 * has when it runs, those that are built into its page, and Node.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeVersion } from '../../setup/pinned-node.mjs';
import { linux, type Plan, systems } from '../program/copy-program.ts';
import { type LockedPackage, runtimePackages } from '../program/runtime-packages.ts';

interface ListedPackage extends LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  /** Such as `sha512-…`, in base64. */
  readonly integrity?: string;
}

type Locked = Readonly<Record<string, ListedPackage>>;

const page = 'src/processes/shell/page';

/** Returns the path of the list. */
export function writeBom(plan: Plan): string {
  const { packages } = JSON.parse(readFileSync(path.join(plan.root, 'package-lock.json'), 'utf8')) as { readonly packages: Locked };
  const file = path.join(plan.output, `hub-desktop_${plan.version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bomOf(packages, plan), null, 2)}\n`);
  return file;
}

/** The list of a lock file. The same parts give the same list: its time is that of the commit, and its number comes from its content. Exported for its test. */
export function bomOf(packages: Locked, { version, date }: Pick<Plan, 'version' | 'date'>) {
  const places = new Set([...systems.flatMap((system) => runtimePackages(packages, system)), ...runtimePackages(packages, linux, page)]);
  const components = [...places].map((place) => component(place, packages[place] ?? {}));
  const node = { name: 'node', version: nodeVersion, purl: `pkg:generic/node@${nodeVersion}`, licenses: [{ license: { id: 'MIT' } }] };
  const content = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: new Date(date * 1_000).toISOString(),
      component: { type: 'application', 'bom-ref': 'hub-desktop', name: 'hub-desktop', version, licenses: [{ license: { id: 'MIT' } }] },
    },
    components: [{ type: 'application', 'bom-ref': node.purl, ...node }, ...components].toSorted((one, other) =>
      one['bom-ref'] < other['bom-ref'] ? -1 : 1,
    ),
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // A UUID of version 8 (RFC 9562): its bits are ours to choose.
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return { $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json', serialNumber: `urn:uuid:${uuid}`, ...content };
}

function component(place: string, { version = '', license, integrity }: ListedPackage) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm, hash] = integrity?.split('-', 2) ?? [];
  return {
    type: 'library',
    // Two copies of one version may be in different folders.
    'bom-ref': `${place}@${version}`,
    name,
    version,
    // In an address, the mark of a scope is escaped (https://github.com/package-url/purl-spec).
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(algorithm === 'sha512' && hash !== undefined
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
  };
}
