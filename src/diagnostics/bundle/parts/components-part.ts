/** What runs: the components with their states, their memory, and how they ended last. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isOwnFaultText } from '../../../configuration/faults/own-fault.ts';
import { translationsInto } from '../../../configuration/speak-language.ts';
import { documents } from '../../../contract/documents.ts';
import { findTemplate, type Tries, whyNotRecognized } from '../../../domain/language/find-template.ts';
import { crashEvent, crashedRun } from '../../../home-processes/last-run.ts';
import type { JsonValue, MadeFile, PartFacts } from '../part.ts';
import { lastEnds } from './logs-part.ts';

const mostEnds = 40;
const mostTries = 3_000;
/** A sentence with values in a value of a sentence. */
const mostNested = 4;

/** Also without a running Hub: then it says so, and how its processes ended last. */
export async function componentsFile({ places, status: asked, program }: PartFacts): Promise<readonly MadeFile[]> {
  const status = asked.ok ? asked.value : null;
  const texts = Object.keys(translationsInto('de'));
  const components = await Promise.all(
    (status?.components ?? []).map(async ({ id, state, pid, restarts, lastFailure, uptimeSeconds, reason }) => ({
      id,
      state,
      restarts,
      failures: lastFailure?.count ?? 0,
      uptimeSeconds,
      residentKib: pid === null ? null : await residentKibOf(pid),
      reason: reason === null ? null : (sentenceOf(reason, texts) ?? 'a sentence that this Hub does not know'),
    })),
  );
  const json: JsonValue = {
    isRunning: status !== null,
    noAnswer: asked.ok ? null : asked.reason,
    listens: { bridge: status?.ports.bridge != null, web: status?.ports.web != null },
    components,
    lastEnds: [...(await lastEnds(places, (await program()).words, mostEnds)), ...unreportedEnd(places, asked)],
  };
  return [{ name: 'components.json', json }];
}

/** The last run, if it ended without shutting down and no start has reported it in the log yet. */
function unreportedEnd({ run }: PartFacts['places'], status: PartFacts['status']): readonly JsonValue[] {
  const left = !status.ok && status.reason === 'absent' ? crashedRun(run) : null;
  if (left === null) return [];
  const { startedMs, lastSeenMs } = left;
  return [
    {
      component: 'supervisor',
      event: crashEvent,
      lastSeen: new Date(lastSeenMs).toISOString(),
      started: startedMs === null ? null : new Date(startedMs).toISOString(),
    },
  ];
}

/** One of Hub's sentences without the values in it, except numbers, names of documents and places in them: `port 5001 is taken by {program}`. Null for any other sentence. */
export function sentenceOf(sentence: string, texts: readonly string[]): string | null {
  const templates = texts.filter((text) => text.includes('{') && !text.includes('{count, plural') && whyNotRecognized(text) === null);
  return toldWithin(sentence, { texts, templates, tries: { left: mostTries }, told: new Set(), filled: new Set() }, mostNested);
}

interface Known {
  readonly texts: readonly string[];
  readonly templates: readonly string[];
  /** Shared by all sentences in a sentence, so that none of them holds a bundle up. */
  readonly tries: Tries;
  /** Sentences within it, as they may be told. */
  readonly told: Set<string>;
  /** Those of them that have places for values: no program is called that by chance, as one may be called `Files`. */
  readonly filled: Set<string>;
}

function toldWithin(sentence: string, known: Known, nested: number): string | null {
  if (known.texts.includes(sentence)) return sentence;
  if (nested === 0) return null;
  const hear = (inner: string): string | null => {
    const told = toldWithin(inner, known, nested - 1);
    if (told !== null) known.told.add(told);
    if (told !== null && !known.texts.includes(inner)) known.filled.add(told);
    return told;
  };
  const found = findTemplate(known.templates, sentence, { hear, tries: known.tries });
  if (found === null) return null;
  const isTold = (name: string, value: string): boolean =>
    name === 'program' ? known.filled.has(value) : /^\d{1,9}$/.test(value) || known.told.has(value) || isOwnValue(name, value);
  return Object.entries(found.values).reduce(
    (text, [name, value]) => (isTold(name, value) ? text.replaceAll(`{${name}}`, () => value) : text),
    found.template,
  );
}

const documentFiles = Object.values(documents).map(({ file }) => path.basename(file));

/** By what stands for it in the sentence: another name may be the same word. */
function isOwnValue(name: string, value: string): boolean {
  if (name === 'file') return documentFiles.includes(value);
  return name === 'files' ? value.split(', ').every((file) => documentFiles.includes(file)) : name === 'field' && isOwnFaultText(value);
}

/** proc_pid_status(5). Null where there is none. */
async function residentKibOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const found = /^VmRSS:\s{0,10}(\d{1,12}) kB$/m.exec(status)?.[1];
  return found === undefined ? null : Number(found);
}
