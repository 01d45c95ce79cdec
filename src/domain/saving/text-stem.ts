/** The name of a text without one: by what it says first, by what a program defines, or by the heads of its columns. Never by a line that says a secret. */
import { normalizedText } from '../../contract/normalized-text.ts';
import { withoutReferences } from '../kind/html-tags.ts';
import { showsSecret } from '../secrets/find-secret.ts';
import { withoutEnd } from '../trim-end.ts';
import { bringsIn, codeLines, comment, withoutBoilerplate } from './code-lines.ts';
import { definedName, firstDefined, wordsOfName } from './definition-name.ts';
import { namingOf, type TypeNaming } from './naming/names-in-types.ts';
import { recordOfJson, unescaped } from './naming/record-of-json.ts';

const MAX_SLUG_CHARACTERS = 60;
const [searchedCharacters, searchedLines, longestLine] = [16_384, 200, 1_000];
/** In UTF-16 units. */
const shortestName = 3;

interface TextType {
  /** Whether it is known to be a program. */
  readonly isProgram?: boolean;
  /** If that is sure. */
  readonly typeId?: string | null;
}

/**
 * The words of the first meaningful line in lower case, joined by `-`, at most 60 characters; null if there is none. Letters and digits of every script
 * count. Blank lines, brackets, rules, tags, shebangs and declarations are skipped, and what is only syntax in its type. What begins as a definition is
 * named after it (`function tideHeight(`: `tide-height`). A text of a type that says what it is called is called so (`name: CI`: `ci`). A program that
 * begins with lines that only bring others in or prepare something (`import os`), or with no comment if it is known to be one (`isProgram`), is named
 * after what it defines first, otherwise after its first line that does more, otherwise after one of those.
 */
export function textStem(text: string, { isProgram = false, typeId = null }: TextType = {}): string | null {
  const start = text.slice(0, searchedCharacters);
  const naming = namingOf(typeId);
  const isPage = PAGE.test(start);
  // Without its tags, the parts of a token are apart.
  const slugOfLine = (line: string): string => {
    const said = unescaped(line);
    return showsSecret(said) ? '' : slugOf(withoutMarkup(said.replace(naming.besides ?? /^/, ' '), isPage));
  };
  const all = start.split(/\r\n|[\n\r\u2028\u2029]/u, searchedLines).map((line) => line.slice(0, longestLine));
  const lines = (isProgram ? withoutBoilerplate(all) : all).filter((line) => !saysNothing(line, naming));
  const at = lines.findIndex((line) => /[\p{L}\p{N}]/u.test(line));
  const first = lines[at]?.trim() ?? '';
  const isCommented = comment.test(first);
  const called = isCommented && naming.commentFirst ? null : nameInText(start, naming, slugOfLine);
  if (called !== null) return called;
  const defined = slugOfName(firstDefined(lines.slice(at)));
  if (defined !== '') return defined;
  const brings = bringsIn(first);
  // A comment before all of them says what the program is.
  if (!brings && (!isProgram || isCommented)) return firstSlug(lines, slugOfLine);
  const { own, bringing } = codeLines(lines, naming.preparing);
  const definitions = brings ? own : own.filter((line) => /^\S/.test(line));
  return firstSlug(definitions, (line) => slugOfName(definedName(line))) ?? firstSlug(own, slugOfLine) ?? firstSlug(bringing, slugOf);
}

function saysNothing(line: string, { syntax }: TypeNaming): boolean {
  return MEANS_NOTHING.test(line) || syntax?.test(line) === true;
}

/** By what its type calls a name; null if there is none that says anything. */
function nameInText(text: string, { names, find, isJson }: TypeNaming, slugOfLine: (line: string) => string): string | null {
  const unixText = text.replaceAll(/\r\n?/g, '\n');
  const found = names.map((pattern) => pattern.exec(unixText)).filter((match) => match !== null);
  // What makes it a secret may stand beside it.
  const slugs = found.map(([whole, name = '']) => (showsSecret(unescaped(whole)) ? '' : slugOfLine(name)));
  slugs.push(...(find?.(unixText) ?? []).map(slugOfLine));
  if (isJson) {
    const { name, keys } = recordOfJson(text);
    slugs.push(showsSecret(`"name": "${name}"`) ? '' : slugOf(name ?? ''));
    // All of a short one is its best name: `{"harbours": [1, 2]}`.
    if (text.trimEnd().length > MAX_SLUG_CHARACTERS) slugs.push(slugOf(keys.map(wordsUnlessSecret).join(' ')));
  }
  return slugs.find((slug) => slug !== '') ?? null;
}

function firstSlug(lines: readonly string[], slug: (line: string) => string): string | null {
  for (const line of lines) {
    const found = slug(line);
    if (found !== '') return found;
  }
  return null;
}

const MEANS_NOTHING = /^\s*(?:#!|<\?|<!doctype|(['"])use \w+\1;?\s*$)/iu;
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
  return name === null || name.length < shortestName ? '' : slugOf(wordsUnlessSecret(name));
}

/** A token is judged whole: its words say nothing of it. */
function wordsUnlessSecret(name: string): string {
  return showsSecret(normalizedText(unescaped(name))) ? '' : wordsOfName(name);
}

function slugOf(line: string): string {
  const normalized = normalizedText(line);
  if (showsSecret(normalized)) return '';
  const said = withoutSecrets(normalized).replace(/(?<=\p{L})['’](?=\p{L})/gu, '');
  const parts = said.match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu) ?? [];
  // `tides.ghp_…`: what a token is part of may hide it.
  if (parts.some((part) => showsSecret(part))) return '';
  const words = parts.map((word) => withoutEnd(word.toLowerCase().replace(/^_+/u, ''), /_/u)).filter((word) => word !== '');
  return isNoise(words) ? '' : joinWithin(words, MAX_SLUG_CHARACTERS);
}

const fewestOfNoise = 6;

/** A line of a minified program, or of bytes that are no text: most of its words are single letters. Scripts that write a word with one sign are excepted. */
function isNoise(words: readonly string[]): boolean {
  const single = words.filter((word) => /^\p{L}\p{M}{0,9}$/u.test(word) && !ofOneSign.test(word));
  return words.length >= fewestOfNoise && single.length * 2 > words.length;
}

const ofOneSign = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Hiragana}|\p{Script=Katakana}/u;

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

const longestRow = 1_000;
const mostHeads = 5;
/** Other rows that are compared with the first. */
const rowsRead = 20;

/**
 * The cells of the first row, with blanks between them, if it heads the others: each of its cells is a word or words, none is empty, and no other row
 * has the same cell in the same column, or one that differs in its digits only (`k1`, `k2`). Otherwise an empty text: `0`, `name`, `0.5` are cells like any others, and no name.
 */
export function columnHeads(text: string): string {
  const [first = '', ...others] = text.split(/\r\n|[\n\r]/u, rowsRead + 1).map((row) => row.slice(0, longestRow));
  const separator = ['\t', ';', ','].find((sign) => first.includes(sign)) ?? '\t';
  const cells = (row: string): readonly string[] => row.split(separator).map((cell) => cell.trim().replace(/^"|"$/gu, ''));
  const heads = cells(first);
  const rows = others.filter((row) => row.trim() !== '').map(cells);
  if (rows.length === 0 || !heads.every((head) => isHead(head))) return '';
  const shape = (cell = ''): string => cell.replaceAll(/\d+/gu, '0');
  if (heads.some((head, at) => rows.some((row) => shape(row[at]) === shape(head)))) return '';
  return sharesSecret(first) ? '' : heads.slice(0, mostHeads).join(' ');
}

/** The first row that says anything, unless one of its cells says of the next one that it is a secret. */
export function firstRow(text: string): string {
  const rows = text
    .slice(0, searchedCharacters)
    .split(/\r\n|[\n\r]/u, rowsRead + 1)
    .map((row) => row.slice(0, longestRow));
  const first = rows.find((row) => /[\p{L}\p{N}]/u.test(row)) ?? '';
  return sharesSecret(first) ? '' : first;
}

/** Whether a cell says of the next one that it is a secret. */
function sharesSecret(row: string): boolean {
  return showsSecret(row.replaceAll(/[\t;,|]+ ?/gu, ': '));
}

/** Words, perhaps with a number or a unit: `Price (EUR)`, `Q1 2026`; neither a number nor a date. */
function isHead(cell: string): boolean {
  return /^[\p{L}_][\p{L}\p{M}\p{N}\s_.,:()/%€$#&'’+-]*$/u.test(cell);
}
