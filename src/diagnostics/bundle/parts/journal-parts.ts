/** Figures: of the journal, of the files beside it, and of the core. Counts and sizes, never content. */
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Bridge } from '../../../client/bridge.ts';
import type { Places } from '../../../platform/locations.ts';
import { readJournalFigures } from '../../journal/figures.ts';
import type { JsonValue, MadeFile, PartFacts } from '../part.ts';

const answersWithinMs = 10_000;
const bridgeWithinMs = 5_000;

/** Counts by state and kind, queues, missed copies, sizes. */
export async function journalFile({ places }: PartFacts): Promise<readonly MadeFile[]> {
  const [figures, files] = await Promise.all([readJournalFigures(places, answersWithinMs), filesOf(places)]);
  const json: JsonValue = { journal: figures.ok ? { ...figures.value } : { unknown: figures.reason }, files };
  return [{ name: 'journal.json', json }];
}

async function filesOf(places: Places): Promise<Readonly<Record<string, number | null>>> {
  const data = path.dirname(places.journal);
  const sizeOf = async (file: string): Promise<number | null> => (await lstat(file).catch(() => null))?.size ?? null;
  const names = await readdir(data).catch(() => []);
  return {
    journalBytes: await sizeOf(places.journal),
    logBytes: await sizeOf(`${places.journal}-wal`),
    indexBytes: await sizeOf(places.index),
    heldCopies: (await readdir(path.join(data, 'held')).catch(() => [])).length,
    putAside: names.filter((name) => name.startsWith(`${path.basename(places.journal)}.bad-`)).length,
  };
}

const sample = /^([a-z_]{1,60})(?:\{([a-z_]{1,30})="([a-z_-]{1,40})"\})? (-?\d{1,18}(?:\.\d{1,18})?)$/;

/** The metrics of the core, one number each. Rejects if there is a core that does not answer. */
export async function metricsFile({ status, program, signal }: PartFacts): Promise<readonly MadeFile[]> {
  if (!status.ok && status.reason !== 'absent') throw new Error('the supervisor does not answer');
  const port = status.ok ? status.value.ports.bridge : null;
  if (port === null) return [];
  const answer = await new Bridge(() => port, { timeoutMs: bridgeWithinMs, signal }).metrics();
  if (!answer.ok) throw new Error('the core does not answer');
  const { words } = await program();
  const isOwn = (word: string): boolean => words.texts.has(word) || words.names.has(word);
  const entries = answer.value.split('\n').flatMap((line): [string, number][] => {
    const [, name = '', label, word, number] = sample.exec(line) ?? [];
    if (number === undefined || (word !== undefined && !isOwn(word))) return [];
    return [[label === undefined ? name : `${name} ${label}=${word}`, Number(number)]];
  });
  return [{ name: 'metrics.json', json: Object.fromEntries(entries) }];
}
