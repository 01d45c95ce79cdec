/** What a text is: a page, a mail, a table, or only text. */
import path from 'node:path';
import type { ReadableFormat } from '../../contract/extraction.ts';
import { claimTable } from '../../domain/detect/rules/table.ts';
import { sampleOf } from '../../domain/detect/text-sample.ts';
import { separatorOf, separators } from '../../domain/structure/separated-rows.ts';
import { encodingOf } from './text-encoding.ts';

/** Headers of a mail (RFC 5322), of which one that is saved has several. */
const mailHeaders = /^(?:from|to|subject|date|message-id|received|return-path|delivered-to|mime-version|content-type|x-[\w-]+):/i;
const fewestMailHeaders = 3;
const judgedCharacters = 16_384;
const pageStart = /^<(?:!doctype\s+html|html|head|body)\b/i;
/** What a page without these begins with: of the WHATWG's list (MIME Sniffing, §7.1) and like it, but for what source code and other XML begin with too. */
const partStart =
  /^<(?:title|meta|link|base|table|div|p|h[1-6]|ul|ol|dl|section|article|main|header|nav|center|form|font|pre|blockquote)(?:\s[^<>]*)?>/i;
/** Comments among them, of which nobody sees anything. */
const tags = /<!--[^<>]*-->|<(?<slash>\/?)(?<name>[a-z][\w-]{0,40})(?:\s[^<>]*)?\/?>/gi;
const withoutEnd: ReadonlySet<string> = new Set(['meta', 'link', 'base', 'br', 'hr', 'img', 'input', 'col', 'source', 'wbr']);

/** A text whose file is called so is a table, whatever its cells say. */
const tableNames: ReadonlySet<string> = new Set(['.csv', '.tsv', '.tab']);
/** How certain detection has to be of a table, where neither a name nor its rows tell. */
const sureOfTable = 0.85;

/** Null if the bytes are no text. @param name of the file, as it is called or with its folders; null if it has none. */
export async function textFormat(head: Uint8Array, name: string | null): Promise<ReadableFormat | null> {
  const encoding = encodingOf(head);
  if (encoding === null) return null;
  const text = new TextDecoder(encoding).decode(head).slice(0, judgedCharacters);
  const start = afterComments(text);
  if (pageStart.test(start) || isPartOfPage(start)) return 'html';
  if (isMail(text)) return 'eml';
  const isNamedTable = name !== null && tableNames.has(path.extname(name).toLowerCase());
  return isNamedTable || isTable(text) || (await isDetectedTable(text)) ? 'csv' : 'text';
}

/** Comments and the declaration of XHTML may be before a page. */
function afterComments(text: string): string {
  let rest = text.trimStart();
  for (const [start, end] of [
    ['<?xml', '?>'],
    ['<!--', '-->'],
    ['<!--', '-->'],
    ['<!--', '-->'],
  ] as const) {
    const at = rest.startsWith(start) ? rest.indexOf(end) : -1;
    if (at >= 0) rest = rest.slice(at + end.length).trimStart();
  }
  return rest;
}

/** Nothing is outside its elements: Markdown may begin with one, and goes on as Markdown. */
function isPartOfPage(text: string): boolean {
  if (!partStart.test(text)) return false;
  let [depth, end] = [0, 0];
  for (const { index, 0: tag, groups: { slash, name = '' } = {} } of text.matchAll(tags)) {
    if (depth === 0 && text.slice(end, index).trim() !== '') return false;
    end = index + tag.length;
    if (slash !== '') depth = Math.max(0, depth - 1);
    else if (!tag.endsWith('/>') && !withoutEnd.has(name.toLowerCase())) depth += 1;
  }
  // A picture in a `data:` address may be longer than what is judged.
  return depth > 0 || /^\s*(?:<[a-z][^<>]*)?$/i.test(text.slice(end));
}

function isMail(text: string): boolean {
  let found = 0;
  for (const line of text.split(/\r?\n/, 200)) {
    if (line === '') break;
    if (mailHeaders.test(line)) found += 1;
    else if (!/^(?:[!-9;-~]+:|[ \t]|From )/.test(line)) return false;
  }
  return found >= fewestMailHeaders;
}

function isTable(text: string): boolean {
  const sample = sampleOf(text, text.length < judgedCharacters);
  return (sample !== null && claimTable(sample) !== null) || isSmallTable(text);
}

/** What `hub detect` calls so. It reads the weights of its model, so it is asked only about what has separators. */
async function isDetectedTable(text: string): Promise<boolean> {
  if (!mayBeTable(text)) return false;
  const { detectText } = await import('../../domain/detect/detect.ts');
  const found = detectText(text);
  return found !== null && (found.typeId === 'csv' || found.typeId === 'tsv') && found.confidence >= sureOfTable;
}

/** One sign separates two of the first lines or more. */
function mayBeTable(text: string): boolean {
  const lines = text.split('\n', 20);
  return separators.some((sign) => lines.filter((line) => line.includes(sign)).length > 1);
}

/** Separated values of a few rows, or with line ends in quotes (RFC 4180): rows as long as each other, and quotes around whole cells or numbers below names. */
function isSmallTable(text: string): boolean {
  const isCut = text.length >= judgedCharacters;
  const isOpen = text.split('"').length % 2 === 0;
  if (isOpen && !isCut) return false;
  const lines = (isOpen ? text.slice(0, text.lastIndexOf('"')) : text)
    // A cell in quotes is nothing but quotes, whatever is in it.
    .replaceAll(/"[^"]*"/g, '"')
    .split(/\r?\n/)
    .slice(0, isCut ? -1 : undefined)
    .filter((line) => line.trim() !== '');
  const separator = separatorOf(lines[0] ?? '');
  const [heads = [], ...below] = lines.map((line) => line.split(separator));
  if (below.length === 0 || heads.length < 2) return false;
  if ([heads, ...below].some((row) => row.length !== heads.length || !row.every(isCell))) return false;
  return [heads, ...below].flat().some(isQuoted) || (!heads.some((cell) => cell === '' || isNumber(cell)) && below.flat().some(isNumber));
}

const isQuoted = (cell: string): boolean => /^"+$/.test(cell);
const isNumber = (cell: string): boolean => /^[-+]?\d[\d.,:/-]*$/.test(cell);
/** Neither prose nor code. */
const isCell = (cell: string): boolean => isQuoted(cell) || (cell.length <= 120 && !/^\s|["{}()=<>;]|[.!?]$/.test(cell));
