/** The labels that tools and assistants write around a file, as a table of forms over the first lines. */
import { givenName, labelledName, shownName } from './plausible-name.ts';

interface Wrapper {
  /** An expression over the first lines, joined, whose last group is the path; or a function that finds it in them. */
  readonly form: RegExp | ((start: string) => string | undefined);
  readonly judged: (path: string) => string | null;
}

const WRAPPERS: readonly Wrapper[] = [
  // head(1) and tail(1); uuencode (POSIX); yEnc.
  { form: /^==> (.+) <==(?:\n|$)/u, judged: givenName },
  { form: /^begin(?:-base64)? [0-7]{3,4} (\S.*)\n/u, judged: givenName },
  { form: (start) => lastAttribute(/^=ybegin (.+)\n/u.exec(start)?.[1], ' name='), judged: givenName },
  // A cell of a notebook that becomes a file.
  { form: /^%%(?:writefile|file)\s+(?:-a\s+)?(\S+)(?:\n|$)/u, judged: givenName },
  // Tags that assistants read and write.
  { form: pathOfTag, judged: givenName },
  { form: /^(?:<(?:documents?|files?|code)(?:\s[^<>]*)?>\s*){1,3}<(?:source|path|name)>([^<>]+)<\//iu, judged: labelledName },
  { form: /^(?:<(?:documents?|files?|code)(?:\s[^<>]*)?>\s*){0,3}<file_?(?:path|name)>([^<>]+)<\//iu, judged: labelledName },
  // Banners: `--- a.py ---`, `-- a.txt --` (txtar), `===== FILE: a =====`, `--- START OF FILE a ---`, `<<<FILE: a>>>`.
  { form: (start) => /^(?:(?:start of |begin )?file:?\s|file:)(.+)$/iu.exec(bannerOf(start) ?? '')?.[1], judged: labelledName },
  { form: (start) => bannerOf(start) ?? undefined, judged: shownName },
  { form: /^<{2,}\s*file:?\s([^<>\n]+)>{2,}(?:\n|$)/iu, judged: labelledName },
  // Labels.
  { form: /^\[file:([^\n]+)\](?:\n|$)/iu, judged: labelledName },
  // A file inside a LaTeX document.
  { form: /^\\begin\{filecontents\*?\}(?:\[[^\]\n]*\])?\{([^{}\n]+)\}/u, judged: labelledName },
  // Vim's help files begin with their own tag.
  { form: /^\*([\w.-]+\.(?:txt|\w\wx))\*(?:\s|$)/u, judged: shownName },
];

/** The text after the last of these signs. */
function lastAttribute(line: string | undefined, sign: string): string | undefined {
  const at = ` ${line ?? ''}`.lastIndexOf(sign);
  return line === undefined || at < 0 ? undefined : line.slice(at + sign.length - 1);
}

/** The last attribute of a tag that is a path. Not for an empty tag, which only refers to a file. */
function pathOfTag(start: string): string | undefined {
  const [, name = '', attributes = ''] = /^<([\w-]+)\s([^<>]+)>/u.exec(start) ?? [];
  if (!/file/iu.test(name) || attributes.endsWith('/')) return undefined;
  return [...` ${attributes}`.matchAll(/\s(?:path|name|filename|file|src)=["']([^"']+)["']/giu)].at(-1)?.[1];
}

/** The text between two runs of one sign, on one line or with the second run on a line of its own. */
function bannerOf(start: string): string | null {
  const sign = /^[-=*~#+_]/u.exec(start)?.[0] ?? '';
  const opened = start.slice(signsFrom(start, sign));
  if (sign === '' || start.length - opened.length < 2) return null;
  const [first = '', second = ''] = opened
    .trimStart()
    .split('\n', 2)
    .map((line) => line.trimEnd());
  if (second.length >= 2 && signsFrom(second, sign) === second.length && !first.endsWith(sign)) return first;
  let end = first.length;
  while (end > 0 && first[end - 1] === sign) end -= 1;
  if (first.length - end < 2) return null;
  // Without a blank before them, more than two could as well be the end of the text itself.
  return /\s/u.test(first.charAt(end - 1)) ? first.slice(0, end).trim() : first.slice(0, -2);
}

/** The length of the run that a text begins with. */
function signsFrom(text: string, sign: string): number {
  let length = 0;
  while (sign !== '' && text[length] === sign) length += 1;
  return length;
}

const LABEL = /^[*_`]{0,3}(?:file ?name|file ?path|file|path)[*_`]{0,3}\s*:[*_`]{0,3}([^\n]+)$/iu;

/** `File: src/app.ts` on a line of its own. Not the first field of a record, unless the file consists of such fields. */
export function fromLabel(lines: readonly string[]): string | null {
  const [first = '', second = ''] = lines;
  const path = LABEL.exec(first)?.[1];
  if (path === undefined) return null;
  const name = labelledName(path.replace(/[*_]{1,2}$/u, ''));
  return name !== null && /^\s*[\w-]+\s*:\s+\S/u.test(second) && !/\.(?:ya?ml|md|conf|env|properties|eml|txt)$/iu.test(name) ? null : name;
}

/** The file name in the label around the first lines, or null. */
export function fromWrapper(lines: readonly string[]): string | null {
  const start = lines.slice(0, 5).join('\n');
  for (const { form, judged } of WRAPPERS) {
    const path = typeof form === 'function' ? form(start) : form.exec(start)?.at(-1);
    const name = path === undefined ? null : judged(path);
    if (name !== null) return name;
  }
  return null;
}

/** LaTeX: what a file provides. */
const PROVIDES: readonly { readonly form: RegExp; readonly ending: string }[] = [
  { form: /^\\Provides(?:Expl)?Package\s*\{([^{}\s]+)\}/u, ending: '.sty' },
  { form: /^\\Provides(?:Expl)?Class\s*\{([^{}\s]+)\}/u, ending: '.cls' },
  { form: /^\\Provides(?:Expl)?File\s*\{([^{}\s]+)\}/u, ending: '' },
];
const MAX_PROVIDES_LINES = 12;

/** `\ProvidesPackage{foo}` is the file `foo.sty`. */
export function fromLatex(lines: readonly string[]): string | null {
  for (const line of lines.slice(0, MAX_PROVIDES_LINES).filter((text) => text.startsWith('\\')))
    for (const { form, ending } of PROVIDES) {
      const stem = form.exec(line)?.[1];
      if (stem !== undefined) return labelledName(`${stem}${ending}`);
    }
  return null;
}
