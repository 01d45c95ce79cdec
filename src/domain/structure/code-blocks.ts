/**
 * Blocks of code between fences (CommonMark, §4.5), as Markdown has them, and chats, which also close a fence at the end of a line. Its language comes from
 * the fence; its name from the fence, the line above it or its own first line.
 */
import { type CodeBlock, structureLimits } from '../../contract/extraction/structured-text.ts';
import { embeddedFileName } from '../embedded-name/embedded-name.ts';
import { fromFence } from '../embedded-name/markdown.ts';
import { labelledName, shownName } from '../embedded-name/plausible-name.ts';
import { linesOf, type TextLine, type TextPart } from './text-lines.ts';

export interface FoundCode {
  readonly blocks: readonly CodeBlock[];
  /** Where they stand, with their fences. */
  readonly parts: readonly TextPart[];
}

interface Fence {
  readonly sign: string;
  readonly length: number;
  readonly info: string;
  /** In front of the fence: its indentation, and the signs of a quotation. */
  readonly prefix: string;
  readonly line: TextLine;
  readonly above: string;
}

const opening = /^((?:[ \t]{0,12}>){0,8}[ \t]{0,12}(?:[-*+] |\d{1,9}[.)] )?)(`{3,40}|~{3,40})([^\n]*)$/;
const longestCode = 1024 * 1024;

/** Linear in the text. */
export function codeBlocks(text: string): FoundCode {
  const found: { blocks: CodeBlock[]; parts: TextPart[] } = { blocks: [], parts: [] };
  let fence: Fence | null = null;
  let lines: string[] = [];
  let above = '';
  const close = (open: Fence, to: number): void => {
    found.blocks.push(blockOf(open, lines));
    found.parts.push({ from: open.line.offset, to });
    [fence, lines, above] = [null, [], ''];
  };
  for (const line of linesOf(text)) {
    if (found.blocks.length >= structureLimits.things) break;
    // The end of a quotation is that of all that is in it.
    if (isQuotationOver(fence, line)) close(fence, line.offset);
    const open: Fence | null = fence;
    if (open === null) {
      fence = fenceOf(line, above);
      const single = fence === null ? null : singleLine(fence);
      if (fence !== null && single !== null) {
        lines = [single];
        close({ ...fence, info: '' }, Math.min(text.length, line.offset + line.text.length + 1));
      } else if (line.text.trim() !== '') above = line.text;
      continue;
    }
    const bare = withoutPrefix(line.text, open.prefix);
    const end = Math.min(text.length, line.offset + line.text.length + 1);
    if (isClosing(bare, open)) close(open, end);
    else if (open.sign === '`' && bare.endsWith('```') && !bare.trimEnd().slice(0, -3).includes('`')) {
      // As chats write it: `};```
      lines.push(bare.slice(0, -3));
      close(open, end);
    } else lines.push(bare);
  }
  if (fence !== null && lines.length > 0) close(fence, text.length);
  return found;
}

function isQuotationOver(fence: Fence | null, line: TextLine): fence is Fence {
  return fence?.prefix.includes('>') === true && !/^[ \t]{0,12}>/.test(line.text);
}

function fenceOf(line: TextLine, above: string): Fence | null {
  const [, prefix = '', signs = '', info = ''] = opening.exec(line.text) ?? [];
  const sign = signs[0] ?? '`';
  if (signs === '') return null;
  const fence = { sign, length: signs.length, info: info.trim(), prefix, line, above };
  // With backquotes behind it, it is code within a line, unless it ends there.
  return sign === '`' && info.includes('`') && singleLine(fence) === null ? null : fence;
}

/** A fence that is opened and closed in one line, as in a chat; null for one that is only opened. */
function singleLine({ sign, length, info }: Fence): string | null {
  const marks = sign.repeat(length);
  return sign === '`' && info.length > length && info.endsWith(marks) ? info.slice(0, -length).trim() : null;
}

function isClosing(line: string, { sign, length }: Fence): boolean {
  const signs = line.trim();
  return signs.length >= length && signs.length < 100 && signs === sign.repeat(signs.length);
}

/** As much of the indentation and the quotation as there is in this line. */
function withoutPrefix(line: string, prefix: string): string {
  let at = 0;
  for (const sign of prefix) {
    const here = line[at];
    if (sign === '>' ? here === '>' : here === ' ' || here === '\t') at += 1;
    else if (sign === '>') break;
  }
  return line.slice(at);
}

function blockOf(fence: Fence, lines: readonly string[]): CodeBlock {
  const whole = lines.join('\n').slice(0, longestCode).toWellFormed();
  const code = whole === '' ? '' : `${whole}\n`;
  const named = codeName(fence.info, fence.above, code);
  return { language: languageIn(fence.info), name: named, code, offset: fence.line.offset };
}

/** The first word of a fence, if it is one: `ts`, `c++`, `{.python .numberLines}`, `ts:src/app.ts`. */
function languageIn(info: string): string | null {
  const word = info.split(/\s/, 1)[0] ?? '';
  const language = /^\{?[.]?([\p{L}\d_+#.-]{1,30})(?=[:,}]|$)/u.exec(word)?.[1]?.toLowerCase();
  return language === undefined || shownName(word) !== null ? null : language;
}

/** The name of a block of code, wherever it stands. `info`: what its fence says; `above`: the line above it, in Markdown. */
export function codeName(info: string, above: string, code: string): string | null {
  const ofFence = info.length > 1_000 ? null : fromFence([`~~~${info}`]);
  const ofWord = shownName(info.split(/\s/, 1)[0] ?? '');
  return ofFence ?? ofWord ?? nameAbove(above) ?? embeddedFileName(code);
}

const label = /^(?:[*_`]{0,3})(?:file ?name|file|path|datei|文件名?)[*_`]{0,3}\s?[:：][*_`]{0,3}\s?(\S[^\n]{0,200})$/iu;

/** A line that is only a name, says `File:` before it, or ends with one in backquotes and a colon. */
function nameAbove(above: string): string | null {
  if (above.length > 300) return null;
  const line = above
    .trim()
    .replace(/^#{1,6}\s/u, '')
    .trim();
  const said = label.exec(line)?.[1];
  if (said !== undefined) return labelledName(said.replace(/[*_]{1,2}$/u, ''));
  const quoted = line.split('`');
  if (quoted.length === 3 && /^[*_]{0,2}[:：]?[*_]{0,2}$/u.test(quoted[2] ?? '')) return shownName(quoted[1] ?? '');
  return shownName(line.replace(/^\d{1,3}[.)]\s/u, ''));
}
