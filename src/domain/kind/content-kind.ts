/**
 * What a copy is for people: a link, a phone number, code, prose. From the copy itself and the type that was detected; without looking at the disk.
 * Reads only the beginning of a text, each character a few times.
 */
import { type ContentKind, type fragmentKinds, isFinding } from '../../contract/fragment-words.ts';
import { proseShare } from '../detect/rules/prose.ts';
import { hasShare, sampleOf } from '../detect/text-sample.ts';
import { hasOneTimeCode } from './code-messages.ts';
import { shortKindOf } from './short-kinds.ts';

/** A text of at most so many bytes may be a link, a number and so on; it has to be known as a whole for that. */
export const mostBytesOfShort = 4_096;
/** So much of a longer text is looked at, in UTF-16 units: any list shows as much, in every script. */
const lookedAt = 1_024;

export interface ContentFacts {
  readonly kind: (typeof fragmentKinds)[number];
  /** Of the whole content. */
  readonly bytes: number;
  /** All of the text if it has at most `mostBytesOfShort`; otherwise at least its first `lookedAt` units. */
  readonly text: string;
  readonly type: { readonly typeId: string; readonly group: string; readonly confidence: number } | null;
}

/** The kind of a copy. */
export function contentKind({ kind, bytes, text, type }: ContentFacts): ContentKind {
  if (kind === 'image') return 'picture';
  if (kind === 'document' || kind === 'files') return kind;
  const isShort = bytes <= mostBytesOfShort;
  const start = isShort ? text : text.slice(0, lookedAt);
  const shape = isShort ? shortKindOf(start) : null;
  if (shape !== null) return shape;
  const kindByType = kindOfType(start, type);
  return kindByType === 'prose' && isShort && !isSure(type) && hasOneTimeCode(start) ? 'one-time-code' : kindByType;
}

/** Whether it is surely something that a program reads: the word "code" has another meaning there. */
function isSure(type: ContentFacts['type']): boolean {
  return type !== null && type.typeId !== 'txt' && type.confidence >= sureOfCode;
}

/** Types whose texts are tables, whatever is in them. */
const tableTypes: ReadonlySet<string> = new Set(['csv', 'tsv']);
/** Records and settings, which people look up and rarely read. */
const data = new Set([
  ...[
    'json',
    'jsonl',
    'jsonc',
    'xml',
    'yaml',
    'toml',
    'ini',
    'properties',
    'textproto',
    'appleplist',
    'rdf',
    'gpx',
    'ldif',
    'winregistry',
    'lock',
    'ipynb',
  ],
  ...[
    'log',
    'stacktrace',
    'sum',
    'ics',
    'vcard',
    'pem',
    'crt',
    'asc',
    'po',
    'srt',
    'vtt',
    'm3u',
    'bib',
    'http',
    'deb822',
    'svg',
    'turtle',
    'internetshortcut',
  ],
]);
/** Types that a grammar decides: sentences in their strings make them no prose. */
const proven = new Set(['json', 'jsonl', 'xml', 'svg', 'ipynb', 'diff', 'pem', 'crt']);
/** A single line that reads as a sentence is code from here on. */
const sureOfLine = 0.9;
/** With less, a text without any sign of code is none. */
const sureOfCode = 0.5;
const codeOfText = new Set(['diff', 'shellsession', 'pythonsession', 'latex']);

function kindOfType(text: string, type: ContentFacts['type']): ContentKind {
  const sample = sampleOf(text);
  if (sample === null) return 'prose';
  if (isTable(sample.lines)) return 'table';
  if (type === null || !isFinding(type)) return 'prose';
  const { typeId, group, confidence } = type;
  if (tableTypes.has(typeId)) return 'table';
  // A letter with one line of SQL in it is a letter; a line of SQL may read like a sentence.
  const isLine = sample.lines.length === 1 && confidence >= sureOfLine;
  if (!proven.has(typeId) && !isLine && proseShare(sample) >= 0.5) return data.has(typeId) && group !== 'code' ? 'data' : 'prose';
  if (data.has(typeId)) return 'data';
  if (confidence < sureOfCode && !sample.lines.some((line) => /[{};=<>\\|]|\(\)/.test(line))) return 'prose';
  return group === 'code' || codeOfText.has(typeId) ? 'code' : 'prose';
}

/** Cells of a spreadsheet, or a table of Markdown. */
function isTable(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const tabs = tabsIn(lines[0] ?? '');
  // Empty cells at the end of a line are lost with its blanks.
  if (tabs > 0 && !/^\t/.test(lines[0] ?? ''))
    return lines.every((line) => tabsIn(line) <= tabs) && hasShare(lines, (line) => tabsIn(line) === tabs, 0.6);
  const [head = '', rule = ''] = lines;
  return head.includes('|') && rule.includes('|') && rule.includes('--') && /^[-| :\t]+$/.test(rule);
}

function tabsIn(line: string): number {
  let count = 0;
  for (let at = line.indexOf('\t'); at >= 0; at = line.indexOf('\t', at + 1)) count += 1;
  return count;
}
