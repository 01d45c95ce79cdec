/**
 * The parts of a support bundle, as a table: this is all that one can contain. A part is named here with the reason for it, which its user reads, and with
 * the presets that have it.
 */
import type { SupportPreset } from '../../contract/diagnostics/support-bundle.ts';
import { say } from '../../domain/language/say.ts';
import { chosenChecks } from '../doctor/checks.ts';
import { runChecks } from '../doctor/run-checks.ts';
import type { MadeFile, Part, PartFacts } from './part.ts';
import { componentsFile } from './parts/components-part.ts';
import { configurationFile } from './parts/configuration-part.ts';
import { journalFile, metricsFile } from './parts/journal-parts.ts';
import { logFilesOfBundle } from './parts/logs-part.ts';
import { machineFile, programFile } from './parts/machine-parts.ts';

const [everywhere, notMinimal, onlyFull] = [['minimal', 'standard', 'full'], ['standard', 'full'], ['full']] as const;

export const bundleParts: readonly Part[] = [
  {
    id: 'machine',
    presets: everywhere,
    title: () => say('This computer'),
    why: () =>
      say('Versions of Hub, Node and the system, the kind of desktop, its screen and language: many faults occur only with some of them.'),
    make: machineFile,
  },
  {
    id: 'components',
    presets: everywhere,
    title: () => say('Hub’s processes'),
    why: () => say('Which ones are running, since when, with how much memory, and how each of them last ended: this shows what crashes.'),
    make: componentsFile,
  },
  {
    id: 'doctor',
    presets: everywhere,
    title: () => say('What “hub doctor” finds'),
    why: () => say('The result of each check as one word: this shows what is missing on this computer.'),
    make: doctorFile,
  },
  {
    id: 'journal',
    presets: notMinimal,
    title: () => say('Figures of the history'),
    why: () =>
      say(
        'How many copies there are, how many are waiting and how many were missed, and file sizes: this shows what is piling up. No copy, title or name is read.',
      ),
    make: journalFile,
  },
  {
    id: 'metrics',
    presets: notMinimal,
    title: () => say('Counters of the core'),
    why: () => say('Requests, caches and memory as numbers: this shows what is slow.'),
    make: metricsFile,
  },
  {
    id: 'configuration',
    presets: notMinimal,
    title: () => say('The configuration'),
    why: () =>
      say('Switches and numbers that change what Hub does. For lists only their length, for texts only whether they were changed.'),
    make: async ({ places }) => configurationFile(places),
  },
  {
    id: 'logs',
    presets: notMinimal,
    title: () => say('The logs'),
    why: () => say('The end of each log: what happened before the fault. From each line, only numbers and words from Hub’s source code.'),
    make: logFilesOfBundle,
  },
  {
    id: 'program',
    presets: onlyFull,
    title: () => say('Hub’s own files'),
    why: () => say('The size and SHA-256 of each of Hub’s own files, without names: this shows whether any was changed or is missing.'),
    make: programFile,
  },
];

/** Those of a preset. */
export function partsOf(preset: SupportPreset): readonly Part[] {
  return bundleParts.filter(({ presets }) => presets.includes(preset));
}

/** A check that takes longer is told as one without an answer. The part has to be there before the bundle leaves it out. */
const doctorWithinMs = 10_000;

async function doctorFile({ places, env, status }: PartFacts): Promise<readonly MadeFile[]> {
  const facts = {
    places,
    env,
    status,
    nowMs: Date.now(),
  };
  const results = await runChecks(chosenChecks([]), facts, doctorWithinMs);
  const json = Object.fromEntries(
    results.map(({ check, findings }) => [check.id, findings.map(({ verdict, word }) => ({ verdict, word }))]),
  );
  return [{ name: 'doctor.json', json }];
}
