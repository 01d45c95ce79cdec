/** Generates openings from the templates: the same seed gives the same openings. */
import { oneOf, randomFrom } from '../../soak/random.ts';
import type { Form } from './form.ts';
import { inComments } from './forms-in-comments.ts';
import { ofPages } from './forms-of-pages.ts';
import { ofTools } from './forms-of-tools.ts';
import { mentionsByTools } from './mentions-by-tools.ts';
import { mentionsInCode } from './mentions-in-code.ts';
import { mentionsInWords } from './mentions-in-words.ts';
import { type Source, sources } from './sources.ts';

export interface Opening {
  readonly id: string;
  readonly opening: string;
  /** The base name that the opening gives the file; null if it gives none. */
  readonly expected: string | null;
}

/** How often a template is filled in; duplicates count once. */
const TURNS = 6;
const descriptions = [
  'reads the lines of a table',
  'what it begins with',
  'Helper functions',
  'A small example',
  'Does the work',
  'settings for tests',
];

/** All templates of all forms, filled in for different languages, without duplicates. */
export function generateOpenings(seed: number): readonly Opening[] {
  const random = randomFrom(seed);
  const made = new Map<string, Opening>();
  const take = (form: Form, expected: string | null) => {
    for (const [number, template] of form.templates.entries()) {
      for (let turn = 0; turn < TURNS; turn++) {
        const source = sourceFor(form, template, random);
        if (source === null) continue;
        const words = wordsOf(source, random);
        const opening = filled(template, words);
        if (!made.has(opening))
          made.set(opening, { id: `${form.id}-${number + 1}-${turn + 1}`, opening, expected: named(expected, words) });
      }
    }
  };
  for (const form of [...inComments, ...ofPages, ...ofTools]) take(form, form.expected ?? '{base}');
  for (const form of [...mentionsInWords, ...mentionsInCode, ...mentionsByTools]) take(form, null);
  return [...made.values()];
}

type Words = Readonly<Record<string, string>>;

function sourceFor(form: Form, template: string, random: () => number): Source | null {
  const fit = sources.filter(
    ({ language, line, block }) =>
      (form.languages === undefined || form.languages.includes(language)) &&
      (line !== null || !template.includes('{line}')) &&
      (block !== null || !template.includes('{open}')),
  );
  return fit.length === 0 ? null : oneOf(fit, random);
}

function wordsOf(source: Source, random: () => number): Words {
  const path = oneOf(source.paths, random);
  const base = path.split(/[/\\]/u).at(-1) ?? path;
  const bytes = Buffer.from(base);
  const encoded = [...base].map(percentEncoded);
  return {
    path,
    base,
    stem: base.replace(/\.[^.]+$/u, ''),
    line: source.line ?? '',
    open: source.block?.[0] ?? '',
    close: source.block?.[1] ?? '',
    body: source.body,
    lang: source.language,
    says: oneOf(descriptions, random),
    encoded: encoded.join(''),
    encodedStart: encoded.slice(0, 3).join(''),
    encodedRest: encoded.slice(3).join(''),
    start: base.slice(0, 3),
    rest: base.slice(3),
    base64: bytes.toString('base64'),
    quoted: [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  };
}

function percentEncoded(character: string): string {
  return /[\w.-]/.test(character) ? character : [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
}

function filled(template: string, words: Words): string {
  return template.replace(/\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole);
}

function named(expected: string | null, words: Words): string | null {
  return expected === null ? null : filled(expected, words).normalize('NFC');
}
