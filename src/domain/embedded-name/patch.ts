/** Patches: `diff -u` and `-c`, git, Subversion, DEP-3 (https://dep-team.pages.debian.net/deps/dep3/) and the form that assistants write. */
import { givenName } from './plausible-name.ts';

const BEGINS =
  /^(?:diff |--- \S|\+\+\+ \S|\*\*\* \S|Index: \S|From [0-9a-f]{40} |(?:Description|Subject|From|Author|Origin|Forwarded|Last-Update|Bug[\w-]*|Date):\s)/u;

/** Whether these are the first lines of a patch, with or without a message above it. */
export function isPatch(lines: readonly string[]): boolean {
  return BEGINS.test(lines[0] ?? '') && changedPaths(lines).length > 0;
}

/** The file that a patch changes: its new name, or the old one if it was deleted. Null if several files change. */
export function fromPatch(lines: readonly string[]): string | null {
  const paths = new Set(changedPaths(lines));
  const [path] = paths;
  return paths.size === 1 && path !== undefined ? givenName(path) : null;
}

/** One path for each changed file. */
function changedPaths(lines: readonly string[]): readonly string[] {
  const paths: string[] = [];
  let announced = false;
  for (const [index, line] of lines.entries()) {
    const header = headerPath(line);
    const next = lines[index + 1] ?? '';
    const pair = index === 0 && isSecondHalf(line, next) ? sidePath(line) : pairPath(line, next);
    const renamed = /^(?:rename|copy) to (.+)$/u.exec(line)?.[1];
    if (header !== null) paths.push(header);
    else if (pair !== null && !announced) paths.push(pair);
    else if ((pair ?? renamed) !== undefined && paths.at(-1) === '') paths.splice(-1, 1, pair ?? renamed ?? '');
    announced = header !== null || (announced && pair === null);
  }
  return paths;
}

/** A line that announces a file: `diff --git a/x b/x`, `Index: x`, `*** Update File: x`; an empty path if it doesn't name one. */
function headerPath(line: string): string | null {
  const said = /^Index: (\S.*)$/u.exec(line)?.[1] ?? /^\*\*\* (?:Add|Update|Delete) File: (.+)$/u.exec(line)?.[1];
  if (said !== undefined) return said.trim();
  const both = /^diff --git (.+)$/u.exec(line)?.[1];
  if (both === undefined) return null;
  const [before, after] = [both.slice(0, both.length >> 1), both.slice((both.length >> 1) + 1)].map(withoutSide);
  return before === after ? (after ?? '') : '';
}

/** `--- a` above `+++ b`, or `*** a` above `--- b`: the second path, or the first if the second is not a file. */
function pairPath(line: string, next: string): string | null {
  const isPair =
    (line.startsWith('--- ') && next.startsWith('+++ ')) || (/^\*\*\* (?!\d+(?:,\d+)? \*)\S/u.test(line) && /^--- \S.*\d/u.test(next));
  return isPair ? (sidePath(next) ?? sidePath(line)) : null;
}

/** `+++ b` above a hunk: a selection that begins one line too late. */
function isSecondHalf(line: string, next: string): boolean {
  return line.startsWith('+++ ') && next.startsWith('@@ -');
}

function sidePath(line: string): string | null {
  const said = line.slice(4);
  const remark = said.search(/\t|\s\d{4}-\d\d-\d\d\b|\s\((?:revision|working copy)[^()]*\)$/u);
  const path = (remark < 0 ? said : said.slice(0, remark)).trim();
  return path === '/dev/null' ? null : withoutSide(path);
}

/** Without git's quotes, and without `a/` and `b/`, or the `i/`, `w/`, `c/` and `o/` of its mnemonic prefixes. */
function withoutSide(path: string): string {
  return path.replace(/^"(.*)"$/u, '$1').replace(/^[abciow]\//u, '');
}
