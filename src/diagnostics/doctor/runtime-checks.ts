/** Whether the program itself is whole: Node, and the packages. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { say } from '../../domain/language/say.ts';
import { installationIn, upkeep } from '../../platform/installation.ts';
import { installedPackages, programFolder } from '../machine/program-files.ts';
import { type Check, type CheckFinding, failure, fine } from './check.ts';

/** What puts the files of the program in order again. */
export function setup(): string {
  const { form } = installationIn();
  if (form === 'checkout') return say('run once in Hub’s folder: npm run setup');
  return upkeep[form].mend ?? say('install Hub again');
}

async function lookAtNode(): Promise<readonly CheckFinding[]> {
  const text = await readFile(path.join(programFolder, 'package.json'), 'utf8');
  const needed = Number(/"node": ">=(\d{1,3})"/.exec(text)?.[1] ?? 0);
  return [judgeNode(process.versions.node, needed)];
}

/** A version such as `26.10.0`, and the lowest first number that will do. */
export function judgeNode(found: string, needed: number): CheckFinding {
  if (Number(found.split('.')[0]) >= needed) return fine(found);
  return failure('too-old', say('Node {found} is too old; Hub needs {needed} or newer', { found, needed }), setup());
}

async function lookAtPackages(): Promise<readonly CheckFinding[]> {
  return [judgePackages(await installedPackages(programFolder))];
}

const mostNamed = 5;

/** `wanted` and `found` are versions; null is a package that is missing. */
export function judgePackages(packages: Awaited<ReturnType<typeof installedPackages>>): CheckFinding {
  const entries = Object.entries(packages);
  const wrong = entries.filter(([, { wanted, found }]) => wanted !== found);
  if (wrong.length === 0 && entries.length > 0) return fine(say('{count} packages', { count: entries.length }));
  const names = wrong.slice(0, mostNamed).map(([name]) => name);
  return failure('not-whole', say('missing, or a different version: {names}', { names: names.join(', ') }), setup());
}

export const runtimeChecks: readonly Check[] = [
  { id: 'node', title: () => 'Node.js', run: lookAtNode },
  { id: 'packages', title: () => say('Packages'), run: lookAtPackages },
];
