/** What runs: the components with their states, their memory, and how they ended last. */
import { readFile } from 'node:fs/promises';
import { translationsInto } from '../../../configuration/speak-language.ts';
import { findTemplate } from '../../../domain/language/find-template.ts';
import type { JsonValue, MadeFile, PartFacts } from '../part.ts';
import { lastEnds } from './logs-part.ts';

const mostEnds = 40;
const mostTries = 3_000;

/** Also without a running Hub: then it says so, and how its processes ended last. */
export async function componentsFile({ places, status: asked, program }: PartFacts): Promise<readonly MadeFile[]> {
  const status = asked.ok ? asked.value : null;
  const texts = Object.keys(translationsInto('de'));
  const components = await Promise.all(
    (status?.components ?? []).map(async ({ id, state, pid, restarts, uptimeSeconds, reason }) => ({
      id,
      state,
      restarts,
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
    lastEnds: await lastEnds(places, (await program()).words, mostEnds),
  };
  return [{ name: 'components.json', json }];
}

/** One of Hub's sentences without the values in it, except numbers: `the port {port} is in use`. Null for any other sentence. */
export function sentenceOf(sentence: string, texts: readonly string[]): string | null {
  if (texts.includes(sentence)) return sentence;
  const templates = texts.filter((text) => text.includes('{') && !text.includes('{count, plural'));
  const found = findTemplate(templates, sentence, { hear: (inner) => sentenceOf(inner, texts), tries: { left: mostTries } });
  if (found === null) return null;
  return Object.entries(found.values).reduce(
    (text, [name, value]) => (/^\d{1,9}$/.test(value) || texts.includes(value) ? text.replaceAll(`{${name}}`, () => value) : text),
    found.template,
  );
}

/** proc_pid_status(5). Null where there is none. */
async function residentKibOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const found = /^VmRSS:\s{0,10}(\d{1,12}) kB$/m.exec(status)?.[1];
  return found === undefined ? null : Number(found);
}
