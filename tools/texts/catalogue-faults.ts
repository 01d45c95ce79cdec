/** Whether the catalogues translate exactly what the sources say. Pure: returns one sentence per fault. */
import { whyNotRecognized } from '../../src/domain/language/find-template.ts';
import { askedBy, wrongForms } from './messages.ts';
import type { Said } from './said.ts';

/** How a language would speak to the user: “versuchen Sie”, where “Sie” alone is also “she” or “they” at the beginning of a sentence. */
const formsOfAddress: Readonly<Record<string, RegExp>> = {
  de: /\p{L}+n Sie\b|\b(?:Sie|du) (?:haben|können|müssen|sollen|hast|kannst)\b|\bfragt (?:\p{L}+ )?(?:Sie|Ihnen)\b|\bIhre (?:Erlaubnis|Programme)\b|\b[Dd](?:u|ein\p{Ll}*)\b/u,
  'zh-CN': /[您你]/u,
};

/** The translations of each language, by their English texts. */
export type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function catalogueFaults(said: readonly Said[], catalogues: Catalogues): readonly string[] {
  const english = new Set(said.flatMap((one) => (one.english === null ? [] : [one.english])));
  return [
    ...said.flatMap(faultsOfCall),
    ...[...english].flatMap((text) =>
      typeof askedBy(text) === 'string' ? [] : wrongForms(text, 'en').map((fault) => `${shown(text)}: ${fault}`),
    ),
    ...Object.entries(catalogues).flatMap(([language, translations]) => faultsOfCatalogue(language, translations, english)),
  ];
}

function faultsOfCall({ file, line, english, values, tooEarly, isTold }: Said): readonly string[] {
  const at = `${file}:${line}`;
  if (english === null) return [`${at}: say() takes a literal, so that its text can be found and translated`];
  const early = tooEarly ? [`${at}: said while the module loads, when the language is not known; make it a function`] : [];
  const asked = askedBy(english);
  if (typeof asked === 'string') return [...early, `${at}: not an ICU message: ${asked}`];
  if (values === null) return [...early, `${at}: the values are an object literal with plain names, so that they can be checked`];
  const missing = [...asked.keys()].filter((name) => !values.includes(name)).map((name) => `${at}: the text has {${name}}, and no value`);
  const extra = values.filter((name) => !asked.has(name)).map((name) => `${at}: the value ${name} is not in the text`);
  const why = isTold ? whyNotRecognized(english) : null;
  return [...early, ...missing, ...extra, ...(why === null ? [] : [`${at}: no other process recognizes it: ${why}`])];
}

function faultsOfCatalogue(
  language: string,
  translations: Readonly<Record<string, string>>,
  english: ReadonlySet<string>,
): readonly string[] {
  const at = `languages/${language}.json`;
  const keys = Object.keys(translations);
  const isSorted = keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
  return [
    ...(isSorted ? [] : [`${at}: its texts are not in order; sort them: node tools/texts/main.ts --write`]),
    ...[...english].filter((text) => !Object.hasOwn(translations, text)).map((text) => `${at}: ${shown(text)} is not translated`),
    ...keys.filter((key) => !english.has(key)).map((key) => `${at}: ${shown(key)} is said nowhere any more`),
    ...Object.entries(translations).flatMap(([key, text]) =>
      faultsOfTranslation(language, key, text).map((fault) => `${at}: ${shown(key)}: ${fault}`),
    ),
  ];
}

function faultsOfTranslation(language: string, english: string, text: string): readonly string[] {
  const asked = askedBy(english);
  const answered = askedBy(text);
  if (typeof asked === 'string') return [];
  if (typeof answered === 'string') return [`not an ICU message: ${answered}`];
  if (text.trim() === '' && english.trim() !== '') return ['the translation is empty'];
  const lacking = [...asked]
    .filter(([name, kind]) => answered.get(name) !== kind)
    .map(([name, kind]) => `{${name}} (${kind}) is missing or used otherwise`);
  const extra = [...answered.keys()].filter((name) => !asked.has(name)).map((name) => `{${name}} is not in the English text`);
  const isAddress = Object.hasOwn(formsOfAddress, language) && formsOfAddress[language]?.test(text);
  return [...lacking, ...extra, ...wrongForms(text, language), ...(isAddress ? ['it addresses the user, see languages/README.md'] : [])];
}

function shown(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}
