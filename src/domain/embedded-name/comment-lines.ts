/** Comments at the start of a text, in any language's syntax: their lines without the comment marks. */
import { withoutEnd } from '../trim-end.ts';
import { isRule } from './opening-lines.ts';

/** Lines of code, declarations and rules that may precede a comment with the file's name. */
const PREAMBLE =
  /^(?:#!|<\?(?:xml|php|=)?(?!\S)|<\?php\b|<!doctype\b|(["'])use \w+\1;?$|@?echo off$|---$|#\s*(?:ifndef|define|pragma)\b|\.PS$|"http:\/\/www\.w3\.org|%!PS|package [\w:.]+;$|use (?:strict|warnings)\b)/iu;

/** A comment that ends at its closing mark; on the same line, if the opening mark has other meanings too. */
const BLOCKS: readonly { readonly open: RegExp; readonly close: string; readonly isOneLine?: true }[] = [
  { open: /^\{\/\*+/u, close: '*/}' },
  { open: /^\{\{\/\*+/u, close: '*/}}' },
  { open: /^\/\*+[!+-]*/u, close: '*/' },
  { open: /^<!--+/u, close: '-->' },
  { open: /^<%--/u, close: '--%>' },
  { open: /^<%#/u, close: '%>' },
  { open: /^<#/u, close: '#>' },
  { open: /^\{#/u, close: '#}' },
  { open: /^\{\{!--/u, close: '--}}' },
  { open: /^\{\{!/u, close: '}}' },
  { open: /^\{-+/u, close: '-}' },
  { open: /^\{(?=[^{}"'`;,]*\}$)/u, close: '}', isOneLine: true },
  { open: /^\(\*+/u, close: '*)' },
  { open: /^@\*/u, close: '*@' },
  { open: /^\/\++/u, close: '+/' },
  { open: /^#\|/u, close: '|#' },
  { open: /^#=(?!=)/u, close: '=#' },
  { open: /^--\[=*\[/u, close: ']' },
  { open: /^"""/u, close: '"""' },
  { open: /^'''/u, close: "'''" },
  { open: /^=begin\b/u, close: '=end' },
];

/** Marks that make the rest of their line a comment; one with other meanings needs a blank or a rule after it. */
const LINE_MARK =
  /^(?:\/\/+[!/]?|#+['`]?|--+|%+(?:\^\^A)?|;+|!+(?=[\s*-]|$)|"+(?=\s|=|$|[A-Za-z][^"]*$)|'(?=\s|$)|'?\.\\["#]|\.\.(?=\s|$)|::+|@?REM\b|dnl\b|@c(?:omment)?(?=\s)|C(?=\s{1,8}\S|\*))/iu;

export interface CommentLine {
  /** Its text. */
  readonly said: string;
  /** Its line number. */
  readonly index: number;
  /** Begins with a hash, like the title of a page. */
  readonly isHash: boolean;
}

/** The lines of the comments at the beginning of the text, at most `most`; they end at the first line that is not a comment. */
export function leadingComments(lines: readonly string[], most: number): readonly CommentLine[] {
  const found: CommentLine[] = [];
  let close: string | null = null;
  for (const [index, line] of lines.slice(0, most).entries()) {
    const text = line.trim();
    const block: (typeof BLOCKS)[number] | undefined = close === null ? BLOCKS.find(({ open }) => open.test(text)) : undefined;
    if (close === null && block === undefined) {
      if (text === '' || PREAMBLE.test(text)) continue;
      const mark = LINE_MARK.exec(text)?.[0];
      if (mark === undefined) break;
      found.push({ said: plain(text.slice(mark.length)), index, isHash: mark.startsWith('#') });
      continue;
    }
    const inner: string = block === undefined ? text : text.replace(block.open, '');
    const end: string = close ?? block?.close ?? '';
    const closed = inner.indexOf(end);
    found.push({ said: plain((closed < 0 ? inner : inner.slice(0, closed)).replace(/^[*#;%|]+(?=\s|$)/u, '')), index, isHash: false });
    close = closed < 0 && block?.isOneLine === undefined ? end : null;
  }
  return found.filter(({ said }) => said !== '' && !isRule(said));
}

/** Without decoration around the words; empty for a line that sets an editor's mode. */
function plain(said: string): string {
  const opened = withoutMode(said)
    .trim()
    .replace(/^(?:[-=*~#+<>:]{2,}|[*=#|%])\s*(?=[^\s*=#~-])/u, '');
  return withoutClosingMarks(opened.trimEnd()).trim();
}

/** `-*- mode: c -*-` */
function withoutMode(said: string): string {
  const start = said.indexOf('*-');
  const end = said.lastIndexOf('-*');
  if (start < 0 || end < start + '*-'.length) return said;
  return said.slice(0, said[start - 1] === '-' ? start - 1 : start) + said.slice(end + (said[end + 2] === '-' ? 3 : 2));
}

/** Without `====`, `***` + `/`, ` #`, ` ...` at its end. */
function withoutClosingMarks(said: string): string {
  const signs = withoutEnd(said, /\//u);
  const words = withoutEnd(signs, /[-=*~#_+<>]/u);
  if (signs.length - words.length >= 2) return words;
  if (/\s[*#|%=]$/u.test(said)) return said.slice(0, -2);
  const undotted = withoutEnd(said, /\./u);
  return said.length - undotted.length >= 3 && undotted !== undotted.trimEnd() ? undotted : said;
}
