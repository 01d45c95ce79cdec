/** Names above a block of code, and in its first line: Markdown, AsciiDoc, reStructuredText, Org. */
import { withoutEnd } from '../trim-end.ts';
import { firstMeaningful, isPage, isProse } from './opening-lines.ts';
import { isPathLike, isProseFile, labelledName, shownName } from './plausible-name.ts';

/** The text after a fence on its line; null if the line is not a fence. */
function infoOf(line: string): string | null {
  const fence = /^(?:`{3,}|~{3,})/u.exec(line)?.[0];
  const info = fence === undefined ? '`' : line.slice(fence.length).trimStart();
  return info.includes('`') ? null : info;
}

/** A fence at the start: the text of its first line; `lines` is its content. */
export function fromFence(lines: readonly string[]): string | null {
  const info = infoOf(lines[0] ?? '');
  return info === null ? null : fromInfo(info);
}

/** The lines inside the fence that the text begins with; without one, the text's own lines. */
export function withoutFence(lines: readonly string[]): readonly string[] {
  return infoOf(lines[0] ?? '') !== null ? lines.slice(1) : lines;
}

/** `title="src/app.ts"`, `ts:src/app.ts`, `12:40:src/app.ts`, `ts src/app.ts`; `{include} x` refers to another file. */
function fromInfo(info: string): string | null {
  const named = attribute(info);
  if (named !== null) return labelledName(named);
  if (/^\{[\w-]+\}/u.test(info)) return null;
  const words = info.trim().split(/\s+/u);
  const word = words.at(-1) ?? '';
  const last = word.replace(/^(?:\d+:\d+:|[\w+-]+:)(?=[^\\])/u, '');
  // A single word is a language, such as `makefile`.
  return words.length > 1 || /[./\\:]/u.test(word) ? shownName(last) : null;
}

function attribute(info: string): string | null {
  const found = /(?:^|[\s{,])(?:title|file|filename|path|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'},]+))/iu.exec(info);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

/** `.src/app.ts` above `[source,ts]`, `:caption:` of a code block, `:tangle` of a source block. */
export function fromBlockTitle(lines: readonly string[]): string | null {
  const [first = '', second = ''] = lines;
  if (/^\[(?:source|listing)\b/u.test(second)) {
    const title = /^\.([^\s.].*)$/u.exec(first)?.[1];
    if (title !== undefined) return labelledName(title);
  }
  if (/^\[(?:source|listing)\b.*\]$/u.test(first)) return labelledName(attribute(first.slice(1, -1)) ?? '');
  if (/^\.\. (?:code-block|sourcecode|code)::/u.test(first)) return captioned(lines.slice(1, 6));
  const tangled = /^#\+begin_src\b.*\s:tangle\s+("[^"]+"|\S+)/iu.exec(first)?.[1];
  return tangled === undefined ? null : shownName(tangled);
}

function captioned(options: readonly string[]): string | null {
  const caption = options.map((line) => /^\s+:(?:caption|name):(.+)$/u.exec(line)?.[1]).find((said) => said !== undefined);
  return caption === undefined ? null : labelledName(caption);
}

const MARKED = /^(?:\*{1,2}.+\*{1,2}|`{1,2}.+`{1,2}):?$/u;
const CODE_BEGINS = /^(?:`{3}|~{3}|\[source|\.\. code|-{4}$)/u;

interface Title {
  readonly said: string;
  readonly isHeading: boolean;
  /** A heading, or bold, or in backquotes: it stands out, while a bare path may be the first of a list. */
  readonly isMarked: boolean;
}

/** A line that is only a name, as a heading, bold or in backquotes, above code: not above prose or more names. */
export function fromTitle(lines: readonly string[]): string | null {
  const title = titleOf(lines[0] ?? '');
  const rest = lines.slice(1);
  if (title === null || isKey(title, rest)) return null;
  const isOfProse = title.isMarked && isProseFile(title.said);
  return isAboveOther(title, rest) && !isOfProse ? null : shownName(title.said);
}

/** A backslash before an underscore is an escape of Markdown, not part of a path. */
function titleOf(line: string): Title | null {
  const heading = /^#{1,6}\s+/u.exec(line)?.[0];
  const titled = line.slice(heading?.length ?? 0).replace(/^\d+[.)]\s+/u, '');
  // A title of hashes only also matches.
  const said = withoutEnd(titled, /#/u).trimEnd() || titled.slice(0, 1);
  if (said === '' || /\s|\\_/u.test(said)) return null;
  return { said, isHeading: heading !== undefined, isMarked: heading !== undefined || MARKED.test(line) };
}

/** `a.txt:` with its indented values below it. */
function isKey({ said }: Title, [next = '']: readonly string[]): boolean {
  return said.endsWith(':') && /^\s+\S/u.test(next);
}

/** Nothing, prose, lines of a page, a list of files, or the end of a fence. */
function isAboveOther(title: Title, rest: readonly string[]): boolean {
  const next = firstMeaningful(rest);
  if (next === '' || isClosingFence(rest)) return true;
  if (CODE_BEGINS.test(next)) return false;
  if (isProse(next) || (isPage(next) && (title.isHeading || !next.startsWith('<')))) return true;
  return !title.isMarked && (isPathLike(next) || isListed(title, rest));
}

/** Bullet points, places in a file, globs, or a list of bare words. */
function isListed({ said }: Title, rest: readonly string[]): boolean {
  const [next = '', after = ''] = rest.filter((line) => line.trim() !== '');
  if (/^\s*(?:[-*] |\*\S*\.\w|\d+[.)] |\d+:\d+\s)/u.test(next)) return true;
  return !/[/\\]/u.test(said) && [next, after].every((line) => /^(?!-+$)[\w.*?/!~-]+$/u.test(line));
}

/** A fence without a language, followed only by blank lines or the end, closes an earlier block. */
function isClosingFence([next = '', after = '']: readonly string[]): boolean {
  return /^(?:`{3,}|~{3,})$/u.test(next) && after.trim() === '';
}
