/** What tools and assistants write around a file to say which one it is, as a table of forms over the first lines. */
import { givenName, labelledName, shownName } from './said-name.ts';

interface Wrapper {
  /** Over the first lines, joined; its last group is the path. */
  readonly form: RegExp;
  readonly judged: (path: string) => string | null;
}

const WRAPPERS: readonly Wrapper[] = [
  // head(1) and tail(1); uuencode (POSIX); yEnc.
  { form: /^==> (.+) <==(?:\n|$)/u, judged: givenName },
  { form: /^begin(?:-base64)? [0-7]{3,4} (\S.*)\n/u, judged: givenName },
  { form: /^=ybegin .*\bname=(.+)\n/u, judged: givenName },
  // A notebook's cell that becomes a file.
  { form: /^%%(?:writefile|file)\s+(?:-a\s+)?(\S+)(?:\n|$)/u, judged: givenName },
  // Tags that assistants read and write.
  { form: /^<[\w-]*file[\w-]*\s(?:[^<>]*\s)?(?:path|name|filename|file|src)=["']([^"'<>]+)["'](?:[^<>]*[^/<>])?>/iu, judged: givenName },
  { form: /^(?:<(?:documents?|files?|code)(?:\s[^<>]*)?>\s*){1,3}<(?:source|path|name)>\s*([^<>\n]+?)\s*<\//iu, judged: labelledName },
  { form: /^(?:<(?:documents?|files?|code)(?:\s[^<>]*)?>\s*){0,3}<file_?(?:path|name)>\s*([^<>\n]+?)\s*<\//iu, judged: labelledName },
  // Banners: `--- a.py ---`, `-- a.txt --` (txtar), `===== FILE: a =====`, `--- START OF FILE a ---`, `<<<FILE: a>>>`.
  { form: /^([-=*~#+_])\1+\s*(?:start of |begin )?file:?\s+(\S.*?)\s*\1{2,}(?:\n|$)/iu, judged: labelledName },
  { form: /^([-=*~#+_])\1+\s*(\S+)\s*\1{2,}(?:\n|$)/u, judged: shownName },
  { form: /^<{2,}\s*file:?\s+([^<>\n]+?)\s*>{2,}(?:\n|$)/iu, judged: labelledName },
  { form: /^([-=*~#])\1{5,}\nfile:\s*(.+)\n\1{6,}(?:\n|$)/iu, judged: labelledName },
  // Labels.
  { form: /^\[file:\s*([^\n]+)\](?:\n|$)/iu, judged: labelledName },
  // A file carried by a LaTeX document.
  { form: /^\\begin\{filecontents\*?\}(?:\[[^\]\n]*\])?\{([^{}\n]+)\}/u, judged: labelledName },
  // Vim's help files begin with their own tag.
  { form: /^\*([\w.-]+\.(?:txt|\w\wx))\*(?:\s|$)/u, judged: shownName },
];

const LABEL = /^[*_`]{0,3}(?:file ?name|file ?path|file|path)[*_`]{0,3}\s*:[*_`]{0,3}[ \t]*([^\n]+?)[*_]{0,2}$/iu;

/** `File: src/app.ts` on a line of its own; not the first field of a record, unless the file is one of such fields. */
export function fromLabel(lines: readonly string[]): string | null {
  const [first = '', second = ''] = lines;
  const path = LABEL.exec(first)?.[1];
  if (path === undefined) return null;
  const name = labelledName(path);
  return name !== null && /^\s*[\w-]+\s*:\s+\S/u.test(second) && !/\.(?:ya?ml|md|conf|env|properties|eml|txt)$/iu.test(name) ? null : name;
}

/** The file that the first lines wrap, or null. */
export function fromWrapper(lines: readonly string[]): string | null {
  const start = lines.slice(0, 5).join('\n');
  for (const { form, judged } of WRAPPERS) {
    const path = form.exec(start)?.at(-1);
    const name = path === undefined ? null : judged(path);
    if (name !== null) return name;
  }
  return null;
}

/** LaTeX says what a file provides. */
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
