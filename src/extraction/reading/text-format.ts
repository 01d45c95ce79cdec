/** What a text is: a page, a mail, a table, or only text. Pure. */
import type { ReadableFormat } from '../../contract/extraction.ts';
import { claimTable } from '../../domain/detect/rules/table.ts';
import { sampleOf } from '../../domain/detect/text-sample.ts';
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

/** Null if the bytes are no text. */
export function textFormat(head: Uint8Array): ReadableFormat | null {
  const encoding = encodingOf(head);
  if (encoding === null) return null;
  const text = new TextDecoder(encoding).decode(head).slice(0, judgedCharacters);
  const start = afterComments(text);
  if (pageStart.test(start) || isPartOfPage(start)) return 'html';
  if (isMail(text)) return 'eml';
  return isTable(text) ? 'csv' : 'text';
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
  return depth > 0 || text.slice(end).trim() === '';
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
  return sample !== null && claimTable(sample) !== null;
}
