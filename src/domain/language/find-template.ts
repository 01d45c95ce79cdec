/**
 * Finds the text that a sentence was made from by putting values into it. A sentence is recognized as a whole, in one way only, or not at all: each value
 * has the form that its name stands for.
 */

export interface FoundTemplate {
  readonly template: string;
  /** Sentences among them are said already. */
  readonly values: Readonly<Record<string, string>>;
}

/** A sentence within a sentence as it is said here; null if it is not recognized. */
export type HearWithin = (sentence: string) => string | null;

const isNumber = /^-?\d+$/;
const isWord = /^\w+$/;
const isVariable = /^[A-Z_]+$/;
const isSize = /^\d+(?:\.\d+)? [KMG]B$/;
const isAbsolute = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;
/** A path of its own, or one below a folder that everybody knows. */
const isFile = /^(?:\S+$|\/|[A-Za-z]:[\\/]|\\\\)/;
const isAnything = /^/;

/**
 * The form of each value, by its name. `sentence`: one of the texts. `sentence or anything`: it may be a name too. A text with a value of any other name
 * is not recognized, and none for another process may have one: `tools/texts/`.
 */
const forms: Readonly<Record<string, RegExp | 'sentence' | 'sentence or anything'>> = {
  at: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?$/,
  because: 'sentence',
  cause: 'sentence',
  code: isWord,
  count: isNumber,
  detail: isAnything,
  display: /^\S+$/,
  end: /^[^;]{1,40}$/,
  example: /^\S+$/,
  field: /^[^()]+$/,
  file: isFile,
  files: isAnything,
  flaw: 'sentence',
  folder: isAbsolute,
  form: isNumber,
  hold: /^[a-z0-9][a-z0-9-]*$/,
  home: isAbsolute,
  id: isWord,
  instead: 'sentence',
  key: isWord,
  known: isNumber,
  line: isNumber,
  mend: 'sentence',
  name: isVariable,
  pid: isNumber,
  port: isNumber,
  program: 'sentence or anything',
  reason: 'sentence',
  rows: isNumber,
  rule: isWord,
  secret: 'sentence',
  signal: /^SIG[A-Z\d]+$/,
  size: isSize,
  to: isWord,
  used: isSize,
  variable: isVariable,
  verdict: 'sentence',
  why: 'sentence',
  words: isAnything,
};

/** With fewer letters of its own, a text is no sign of anything: `{cause}: {why}` would fit nearly every sentence. */
const fewestLetters = 7;
/** What is left of the splits that may be tried for one sentence, with all sentences in it: what needs more is not recognized. */
export interface Tries {
  left: number;
}

/** Why a text for other processes would not be recognized there; null if it is. */
export function whyNotRecognized(template: string): string | null {
  const parts = partsOf(template);
  if (parts.length === 1) return null;
  const unknown = parts.find((name, at) => at % 2 === 1 && !Object.hasOwn(forms, name));
  if (unknown !== undefined) return `the form of {${unknown}} is not in src/domain/language/find-template.ts`;
  if (parts.some((own, at) => at % 2 === 0 && at > 0 && at < parts.length - 1 && own === '')) return 'two values stand next to each other';
  return lettersOf(parts) < fewestLetters ? 'it has too few words of its own' : null;
}

/** Of the texts that fit, the one with the most letters of its own; null if there is none, or if it fits in two ways. */
export function findTemplate(
  templates: readonly string[],
  sentence: string,
  { hear, tries }: { readonly hear: HearWithin; readonly tries: Tries },
): FoundTemplate | null {
  let [best, mostLetters] = [null as FoundTemplate | null, fewestLetters - 1];
  for (const template of templates) {
    const parts = partsOf(template);
    const letters = lettersOf(parts);
    if (letters < mostLetters || letters < fewestLetters) continue;
    const found = splitsOf(parts, sentence, hear, tries);
    if (tries.left < 0) return null;
    if (found.length === 0) continue;
    const isOnly = found.length === 1 && letters > mostLetters;
    [best, mostLetters] = [isOnly ? { template, values: found[0] ?? {} } : null, letters];
  }
  return best;
}

/** The text's own words, and between them the names of its values. */
function partsOf(template: string): readonly string[] {
  return template.split(/\{(\w+)\}/);
}

function lettersOf(parts: readonly string[]): number {
  return parts.reduce((sum, part, at) => sum + (at % 2 === 0 ? part.replaceAll(/\P{Letter}/gu, '').length : 0), 0);
}

/** The ways in which the sentence consists of these parts, at most two. */
function splitsOf(parts: readonly string[], sentence: string, hear: HearWithin, tries: Tries): readonly FoundTemplate['values'][] {
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const end = sentence.length - last.length;
  if (!sentence.startsWith(first) || !sentence.endsWith(last) || end < first.length) return [];
  const found: Record<string, string>[] = [];
  const split = (place: number, from: number, raw: Readonly<Record<string, string>>, said: Readonly<Record<string, string>>): void => {
    const [name = '', own = ''] = [parts[place], parts[place + 1]];
    const isLast = place + 2 >= parts.length;
    for (let to = isLast ? end : sentence.indexOf(own, from); to >= from && to <= end; to = sentence.indexOf(own, to + 1)) {
      tries.left -= 1;
      if (found.length > 1 || tries.left < 0) return;
      const value = sentence.slice(from, to);
      const saidHere = name in raw && raw[name] !== value ? null : sayValue(name, value, hear);
      if (saidHere !== null && isLast) found.push({ ...said, [name]: saidHere });
      else if (saidHere !== null) split(place + 2, to + own.length, { ...raw, [name]: value }, { ...said, [name]: saidHere });
      if (isLast) return;
    }
  };
  split(1, first.length, {}, {});
  return found;
}

/** The value as it is said here; null if it does not have the form of its name. */
function sayValue(name: string, value: string, hear: HearWithin): string | null {
  const form = forms[name];
  if (form instanceof RegExp) return form.test(value) ? value : null;
  return hear(value) ?? (form === 'sentence or anything' ? value : null);
}
