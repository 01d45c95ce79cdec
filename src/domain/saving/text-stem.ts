/** The name of a text without one: by what it says first, or by what a program defines. Never by a line that says a secret. */
import { normalizedText } from '../../contract/normalized-text.ts';
import { withoutReferences } from '../kind/html-tags.ts';
import { showsSecret } from '../secrets/find-secret.ts';
import { withoutEnd } from '../trim-end.ts';
import { bringsIn, codeLines } from './code-lines.ts';
import { definedName, firstDefined, wordsOfName } from './definition-name.ts';

const MAX_SLUG_CHARACTERS = 60;
const [searchedCharacters, searchedLines, longestLine] = [16_384, 200, 1_000];
/** In UTF-16 units. */
const shortestName = 3;

/**
 * The words of the first meaningful line in lower case, joined by `-`, at most 60 characters; null if there is none. Letters and digits of every script
 * count. Blank lines, brackets, rules, tags, shebangs and declarations are skipped. What begins as a definition is named after it (`function tideHeight(`:
 * `tide-height`). So is a program that begins with lines that only bring others in (`import os`), or with no comment if it is known to be one
 * (`isProgram`): after what it defines first, otherwise by its first line that does more, otherwise by one of them.
 */
export function textStem(text: string, { isProgram = false }: { readonly isProgram?: boolean } = {}): string | null {
  const lines = text
    .slice(0, searchedCharacters)
    .split(/\r\n|[\n\r\u2028\u2029]/u, searchedLines)
    .map((line) => line.slice(0, longestLine));
  const isPage = PAGE.test(text.slice(0, searchedCharacters));
  // Without its tags, the parts of a token are apart.
  const slugOfLine = (line: string): string => (showsSecret(line) ? '' : slugOf(withoutMarkup(line, isPage)));
  const at = lines.findIndex((line) => !MEANS_NOTHING.test(line) && /[\p{L}\p{N}]/u.test(line));
  const first = lines[at]?.trim() ?? '';
  const defined = slugOfName(firstDefined(lines.slice(at)));
  if (defined !== '') return defined;
  const brings = bringsIn(first);
  // A comment before all of them says what the program is.
  if (!brings && (!isProgram || COMMENT.test(first))) return firstSlug(lines, slugOfLine);
  const { own, bringing } = codeLines(lines);
  const definitions = brings ? own : own.filter((line) => /^\S/.test(line));
  return firstSlug(definitions, (line) => slugOfName(definedName(line))) ?? firstSlug(own, slugOfLine) ?? firstSlug(bringing, slugOf);
}

function firstSlug(lines: readonly string[], slug: (line: string) => string): string | null {
  for (const line of lines) {
    const found = MEANS_NOTHING.test(line) ? '' : slug(line);
    if (found !== '') return found;
  }
  return null;
}

const MEANS_NOTHING = /^\s*(?:#!|<\?|<!doctype|(['"])use \w+\1;?\s*$)/iu;
const COMMENT = /^(?:\/[/*]|\*|#|--|;|%|<!--|"""|''')/;
const PAGE = /<\/[a-z][a-z0-9]{0,15}>|<(?:meta|p|br|div|span|img)[\s/>]/iu;

/** `&ouml;` is an o with its sign. */
const accents: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
};

/** Without the tags of a page, and with the characters for its references: they are not its words. */
function withoutMarkup(line: string, isPage: boolean): string {
  const untagged = line.replace(/<[!/]?[a-z][^<>]*>/giu, ' ');
  if (!isPage) return untagged;
  return withoutReferences(untagged)
    .replace(/&([a-z])(uml|acute|grave|circ|tilde|cedil);/gi, (_, letter: string, accent: string) => letter + (accents[accent] ?? ''))
    .replace(/&(?:#x?)?[a-z0-9]{1,31};/giu, ' ');
}

/** A name of a letter or two says nothing without its line. */
function slugOfName(name: string | null): string {
  return name === null || name.length < shortestName ? '' : slugOf(wordsOfName(name));
}

function slugOf(line: string): string {
  const normalized = normalizedText(line);
  if (showsSecret(normalized)) return '';
  const said = withoutSecrets(normalized).replace(/(?<=\p{L})['’](?=\p{L})/gu, '');
  const words = (said.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu) ?? [])
    .map((word) => withoutEnd(word.replace(/^_+/u, ''), /_/u))
    .filter((word) => word !== '');
  return joinWithin(words, MAX_SLUG_CHARACTERS);
}

/** Addresses without their scheme, and without the parts that may be secret: user, password and query. */
function withoutSecrets(line: string): string {
  let said = '';
  let from = 0;
  for (let colon = line.indexOf('://'); colon >= 0; colon = line.indexOf('://', Math.max(from, colon + 1))) {
    const start = schemeStart(line, from, colon);
    if (start === colon) continue;
    ADDRESS.lastIndex = colon + '://'.length;
    said += line.slice(from, start) + (ADDRESS.exec(line)?.[1] ?? '');
    from = ADDRESS.lastIndex;
  }
  return said + line.slice(from);
}

const ADDRESS = /(?:[^\s/?#@]*@)?([^\s?#]*)\S*/uy;

/** Where the scheme before a colon starts: with a letter, and not inside a word; at the colon if there is none. */
function schemeStart(line: string, from: number, colon: number): number {
  let start = colon;
  while (start > from && /[a-z0-9+.-]/iu.test(line.charAt(start - 1))) start -= 1;
  while (start < colon && !(/[a-z]/iu.test(line.charAt(start)) && !/\w/u.test(line.charAt(start - 1)))) start += 1;
  return start;
}

/** As many whole words as fit; if the first word does not fit, its beginning (Chinese and Thai are written without blanks). */
function joinWithin(words: readonly string[], maxCharacters: number): string {
  let slug = [...(words[0] ?? '')].slice(0, maxCharacters).join('');
  for (const word of words.slice(1)) {
    const longer = `${slug}-${word}`;
    if ([...longer].length > maxCharacters) break;
    slug = longer;
  }
  return slug;
}
