/**
 * Takes out of a text what tells about its user. Each finder names places in the text as it is, so that no finder changes what another one sees; places
 * that overlap become one. Pure, and linear in the text.
 */
import { findSecret, mayHaveSecretLine, showsSecret } from '../secrets/find-secret.ts';
import { findAddresses } from './addresses.ts';
import type { Finder, Finding } from './finding.ts';
import { findKnown, type KnownText } from './known-texts.ts';
import type { RedactionCounts, TextRule } from './rules.ts';

export interface Redacted {
  readonly text: string;
  readonly counts: RedactionCounts;
}

/** Takes everything out of one text. */
export type Redact = (text: string) => Redacted;

/** What the finders look for: `known` are the texts of this user and this machine. */
export function findersFor(known: readonly KnownText[]): readonly Finder[] {
  return [findKnown(known), findAddresses, findSecretLines];
}

/** The redaction by these finders. Throws what a finder throws: a text that could not be looked through must go nowhere. */
export function redactionBy(finders: readonly Finder[]): Redact {
  return (text) => {
    const found = finders.flatMap((find) => find(text)).filter(({ start, end }) => end > start);
    if (found.length === 0) return { text, counts: {} };
    found.sort((one, other) => one.start - other.start || other.end - one.end);
    const counts: Partial<Record<TextRule, number>> = {};
    const pieces: string[] = [];
    let at = 0;
    for (const { start, end, rule } of found) {
      counts[rule] = (counts[rule] ?? 0) + 1;
      if (start >= at) pieces.push(text.slice(at, start), markOf(rule));
      at = Math.max(at, end);
    }
    pieces.push(text.slice(at));
    return { text: pieces.join(''), counts };
  };
}

/** What stands in the place of what was taken out. It has no sign that JSON or HTML would have to escape differently. */
export function markOf(rule: TextRule): string {
  return `[${rule}]`;
}

/**
 * Lines with a secret, as in copies (`src/domain/secrets/find-secret.ts`), and those that may say one: a wrong guess costs a line here.
 * All of the text if the secret is in no single line, as a key over several lines is.
 */
function findSecretLines(text: string): readonly Finding[] {
  const hasSecret = findSecret(text) !== null;
  if (!hasSecret && !mayHaveSecretLine(text)) return [];
  const found: Finding[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    if (showsSecret(line) || (hasSecret && findSecret(line) !== null)) found.push({ start, end, rule: 'secret' });
    start = end + 1;
  }
  const [whole] = found.length === 0 && hasSecret ? [{ start: 0, end: text.length, rule: 'secret' as const }] : [];
  return whole === undefined ? found : [whole];
}
