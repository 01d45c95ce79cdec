/**
 * The list of what is in the packages (SBOM), in CycloneDX's form: npm writes it from the lock file, and this adds Node and takes out what differs each
 * time. It lists the packages of the program, and those that are built into its page.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeVersion } from '../../setup/pinned-node.mjs';
import type { Plan } from '../program/copy-program.ts';

/** https://cyclonedx.org/docs/1.5/json/, as far as it is read here. */
export interface Bom {
  serialNumber?: string;
  metadata: { timestamp?: string; tools?: unknown; component?: { version?: string } & Record<string, unknown> } & Record<string, unknown>;
  components: { readonly name: string; readonly version: string; readonly [key: string]: unknown }[];
  readonly [key: string]: unknown;
}

const page = 'src/processes/shell/page';

/** Returns the path of the list. */
export function writeBom(plan: Plan): string {
  const words = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', `--workspace=${page}`, '--include-workspace-root'];
  const told = execFileSync('npm', words, { cwd: plan.root, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 });
  const file = path.join(plan.output, `hub-desktop_${plan.version}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(settledBom(JSON.parse(told) as Bom, plan), null, 2)}\n`);
  return file;
}

/** The same list for the same sources: its time is that of the commit, and its number comes from its content. Exported for its test. */
export function settledBom(bom: Bom, { version, date }: Pick<Plan, 'version' | 'date'>): Bom {
  const node = {
    'bom-ref': `node@${nodeVersion}`,
    type: 'application',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:generic/node@${nodeVersion}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const { component, tools: _tools, ...metadata } = bom.metadata;
  const settled: Bom = {
    ...bom,
    metadata: {
      ...metadata,
      timestamp: new Date(date * 1_000).toISOString(),
      component: { ...component, type: 'application', name: 'hub-desktop', version },
    },
    components: [...bom.components, node].toSorted((one, other) => compare(`${one.name} ${one.version}`, `${other.name} ${other.version}`)),
  };
  delete settled.serialNumber;
  const digest = createHash('sha256').update(JSON.stringify(settled)).digest('hex');
  // A UUID of version 8 (RFC 9562): its bits are ours to choose.
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return { ...settled, serialNumber: `urn:uuid:${uuid}` };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
