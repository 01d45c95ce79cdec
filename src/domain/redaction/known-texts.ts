/** Texts that are known to tell about this user: paths, names, words that he named. Found whatever their case, and in the forms that addresses and JSON give them. */
import type { Finder, Finding } from './finding.ts';
import type { TextRule } from './rules.ts';

export interface KnownText {
  readonly rule: TextRule;
  readonly text: string;
  /** Only where no letter or digit is beside it: a name is a part of many words. */
  readonly isWhole: boolean;
}

/** A shorter one is in every text. */
const shortest = 2;

/** A place in a text, in time linear in the text for each of the known texts. */
export function findKnown(known: readonly KnownText[]): Finder {
  const wanted = known.flatMap(({ rule, text, isWhole }) =>
    text.trim().length < shortest ? [] : formsOf(text).map((form) => ({ rule, isWhole, form: lowered(form) })),
  );
  return (text) => {
    const haystack = lowered(text);
    return wanted.flatMap((one) => placesOf(haystack, one));
  };
}

function placesOf(haystack: string, { form, rule, isWhole }: { form: string; rule: TextRule; isWhole: boolean }): readonly Finding[] {
  const found: Finding[] = [];
  for (let at = haystack.indexOf(form); at >= 0; at = haystack.indexOf(form, at + form.length)) {
    const end = at + form.length;
    if (!isWhole || (!isOfWord(haystack, at - 1) && !isOfWord(haystack, end))) found.push({ start: at, end, rule });
  }
  return found;
}

/** As it is, in a JSON string, and in an address. */
function formsOf(text: string): readonly string[] {
  const wellFormed = text.toWellFormed();
  return [...new Set([text, JSON.stringify(text).slice(1, -1), encodeURI(wellFormed), encodeURIComponent(wellFormed)])];
}

/** As long as the text: of all characters, `İ` alone becomes longer. */
function lowered(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase();
}

function isOfWord(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}
