/** Types without keywords, told by how their lines are laid out: tables, settings, YAML, Markdown. Careful with prose, which has commas, colons and dashes too. */
import type { Claim, Sample } from './sample.ts';
import { shareOf } from './sample.ts';

const MAX_LINES = 100;

/** What the layout of the lines claims, each type at most once, in no order. */
export function claimsByLayout({ text, whole, lines }: Sample): Claim[] {
  const sample = { text, whole, lines: lines.slice(0, MAX_LINES) };
  return [claimTable(sample), claimSettings(sample), claimYaml(sample), claimMarkdown(sample), claimStructured(sample)].filter(
    (claim) => claim !== null,
  );
}

/** Cells of a line, quotes respected; null where a quote stays open. */
function cells(line: string, separator: string): string[] | null {
  if (!line.includes('"')) return line.split(separator);
  const found: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') quoted = !quoted;
    else if (at === line.length || (line[at] === separator && !quoted)) {
      found.push(line.slice(start, at));
      start = at + 1;
    }
  }
  return quoted ? null : found;
}

function claimTable({ lines }: Sample): Claim | null {
  const rows = lines.slice(0, 60);
  if (rows.length < 2) return null;
  for (const [separator, typeId] of [
    ['\t', 'tsv'],
    [',', 'csv'],
    [';', 'csv'],
  ] as const) {
    if (!rows[0]?.includes(separator)) continue;
    const table = rows.map((line) => cells(line, separator));
    const width = table[0]?.length ?? 0;
    const even = table.filter((row) => row?.length === width).length / rows.length;
    if (width < 2 || even < (rows.length < 8 ? 1 : 0.95)) continue;
    const content = table.flatMap((row) => row ?? []);
    const trust = separator === '\t' ? tabTrust(rows, content) : commaTrust(rows, content, width, separator);
    if (trust > 0) return { typeId, confidence: trust };
  }
  return null;
}

/** Code is indented with tabs, tables are not. */
function tabTrust(rows: readonly string[], content: readonly string[]): number {
  if (shareOf(rows, /^\t/u) > 0.3 || content.some((cell) => /[{};]\s*$/u.test(cell))) return 0;
  return rows.length > 2 ? 0.93 : 0.85;
}

/** Cells of tables are short and hold no code; prose and calls have a blank behind their commas. */
function commaTrust(rows: readonly string[], content: readonly string[], width: number, separator: string): number {
  const unquoted = content.filter((cell) => !/^\s*"/u.test(cell));
  const codeLike = unquoted.filter((cell) => /[{}()=<>;]|^\s*(?:\/\/|#|--)/u.test(cell.trim())).length / content.length;
  const wordy = unquoted.filter((cell) => cell.trim().split(/\s+/u).length > 5).length / content.length;
  const spaced = unquoted.filter((cell, index) => index > 0 && cell.startsWith(' ')).length / content.length;
  const numeric = content.filter((cell) => /^\s*"?[-+]?[$€£]?\d[\d.,:/ T%Z-]*"?\s*$/u.test(cell)).length / content.length;
  const closing = shareOf(rows, /[.;!?{]$|,$/u);
  if (codeLike > 0.1 || wordy > 0.3 || (separator === ',' && closing > 0.3 && numeric < 0.2)) return 0;
  const header = /^\s*"?[\p{L}_][\p{L}\p{N}_ .-]*"?\s*$/u;
  const titled = content.slice(0, width).every((cell) => header.test(cell) && cell.trim().split(/\s+/u).length <= 3);
  if (spaced > 0.3) return titled && numeric > 0.2 && width > 2 ? 0.75 : 0;
  if (rows.length === 2) return titled && (numeric > 0 || width >= 3) ? 0.85 : numeric > 0.4 ? 0.7 : 0;
  return width === 2 && numeric === 0 ? (titled ? 0.7 : 0) : Math.min(0.95, 0.8 + rows.length / 100 + (titled ? 0.05 : 0) + numeric / 10);
}

const SECTION = /^\[{1,2}[\w.":\\/@* -]+\]{1,2}\s*(?:[#;].*)?$/u;
const SETTING = /^\s*[\w."'@-][\w."'@ -]*\s*=\s*/u;
const TOML_VALUE = /=\s*(?:"[^"]*"|'[^']*'|"""|\[.*|\{.*\}|true|false|[-+]?\d[\d_.:TZ-]*)\s*(?:#.*)?$/u;

/** `[section]` and `key = value`: TOML where all values are of its grammar, INI else. */
function claimSettings({ lines }: Sample): Claim | null {
  const own = lines.filter((line) => !/^\s*[#;]/u.test(line));
  const sections = own.filter((line) => SECTION.test(line)).length;
  const settings = own.filter((line) => SETTING.test(line) && !/[;{]$/u.test(line));
  if (settings.length === 0) return null;
  const continued = own.filter((line, index) => /^\s+\S/u.test(line) && index > 0 && !SETTING.test(line)).length;
  const covered = (sections + settings.length + (sections > 0 ? continued : 0)) / own.length;
  const values = shareOf(settings, TOML_VALUE);
  const quoted = settings.some((line) => /=\s*["'[{]/u.test(line)) || own.some((line) => line.startsWith('[['));
  if (sections > 0) {
    // Values and inner lines of TOML go over several lines.
    const toml = values >= 0.95 && (quoted || own.some((line) => /^\[[\w-]+\.[\w.-]+\]/u.test(line)));
    if (toml && covered > 0.5) return { typeId: 'toml', confidence: covered > 0.9 ? 0.95 : 0.85 };
    return covered > 0.8 ? { typeId: 'ini', confidence: 0.92 } : null;
  }
  if (own.length >= 2 && covered === 1 && own.every((line) => /^[A-Za-z][\w.-]*\s?=\s?\S*$/u.test(line)))
    return { typeId: 'ini', confidence: 0.6 };
  return null;
}

const KEY = /^\s*(?:- )*["']?[A-Za-z_$.][\w.$/-]*["']?:(?:\s+\S.*)?$/u;
const ITEM = /^\s*- \S/u;

function claimYaml({ lines }: Sample): Claim | null {
  const own = lines.filter((line) => !/^\s*#/u.test(line));
  const body = own.filter((line) => !/^(?:---|\.\.\.)\s*$/u.test(line));
  if (body.length < 2) return null;
  const front = own[0]?.trim() === '---' && own.indexOf('---', 1) < 0;
  const keys = body.filter((line) => KEY.test(line));
  const grammar = (keys.length + body.filter((line) => ITEM.test(line) && !KEY.test(line)).length) / body.length;
  if (
    keys.length < 2 ||
    grammar < 0.7 ||
    body.some((line) => /[;{]$|^\s*[}\])]|^\t|\)\s*[{:]?$|^\s*(?:case|default|else|try|public|private)\b.*:$/u.test(line))
  )
    return null;
  const nested =
    body.some((line, index) => /:\s*$/u.test(line) && depth(body[index + 1]) > depth(line)) ||
    body.some((line, index) => /:\s*$/u.test(line) && ITEM.test(body[index + 1] ?? ''));
  const lower = keys.filter((line) => /^\s*(?:- )*["']?[a-z_$.]/u.test(line)).length / keys.length;
  const sentences = shareOf(keys, /:\s+[^"'\s](?:\S*\s+){5,}\S*[.!?]$/u);
  if (front) return { typeId: 'yaml', confidence: 0.93 };
  if (nested) return { typeId: 'yaml', confidence: lower > 0.3 && grammar > 0.9 ? 0.92 : 0.75 };
  return lower > 0.8 && keys.length >= 3 && sentences < 0.3 ? { typeId: 'yaml', confidence: 0.75 } : null;
}

function depth(line: string | undefined): number {
  return line === undefined ? -1 : line.length - line.trimStart().length;
}

/** Marks of Markdown with their weight; each kind counts a few times only. */
const MARKS: readonly (readonly [mark: RegExp, weight: number, most: number, needs?: string])[] = [
  [/^#{2,6} \S/u, 2, 2],
  [/^# [\p{Lu}\p{N}][^=;{}]*$/u, 1, 1],
  [/^(?:`{3,}|~{3,})[\w+-]*/u, 2, 2],
  [/^\s{0,3}\|.*\|\s*$/u, 0.7, 3, '|'],
  [/^\s*\|?\s*:?-{3,}:?\s*\|[\s|:-]*$/u, 2, 1],
  [/!?\[[^\]\n]{1,200}\]\([^)\s]{1,300}[^)]{0,80}\)/u, 1.6, 2, ']('],
  [/(?:^|\s)\*\*[^*\s][^*]{0,200}\*\*/u, 1, 2, '**'],
  [/(?:^|\s)`[^`\s][^`]{0,100}`(?=[\s.,:;)]|$)/u, 0.6, 2, '`'],
  [/^\s*[-*+] \[[ xX]\] \S/u, 2, 2],
  [/^\s*[-*+] \S/u, 0.4, 3],
  [/^\d+\. \S/u, 0.3, 3],
  [/^> \S/u, 0.7, 2],
  [/^\[[^\]]+\]: \S+/u, 1, 2],
  [/^(?:={3,}|-{3,})$/u, 0.5, 2],
];

function claimMarkdown({ lines, text }: Sample): Claim | null {
  const fenced = /^(?:`{3,}|~{3,})/u.test(text);
  let weight = 0;
  let inside = false;
  const outside: string[] = [];
  for (const line of lines) {
    const fence = /^\s*(?:`{3,}|~{3,})/u.test(line);
    if (fence || !inside) outside.push(line);
    if (fence) inside = !inside;
  }
  for (const [mark, each, most, needs = ''] of MARKS)
    weight += Math.min(most, outside.filter((line) => line.includes(needs) && mark.test(line)).length) * each;
  const front = lines[0] === '---' && lines.indexOf('---', 1) > 1 && KEY.test(lines[1] ?? '');
  if (front) return { typeId: 'markdown', confidence: 0.93 };
  const code = outside.filter((line) =>
    /[;{}]$|^\s*[})\]]|^\s*(?:import|def|class|function|const|let|var|fn|echo|export|if|for|while|return)\b/u.test(line),
  ).length;
  if (code / Math.max(1, outside.length) > 0.25 || weight < 2 || (weight < 3 && outside.length > 40)) return null;
  return { typeId: 'markdown', confidence: fenced ? 0.9 : Math.min(0.95, 0.6 + weight * 0.06) };
}

/** Formats that a page's own marks tell: reStructuredText and LaTeX. */
function claimStructured({ lines }: Sample): Claim | null {
  const directives = lines.filter((line) =>
    /^\.\. [\w-]+::|^:[\w-]+: |^\s*:(?:param|returns?|ref|doc|class|func):|``[^`]+``_?/u.test(line),
  ).length;
  const rules = lines.filter(
    (line, index) => /^(?:={3,}|-{3,}|~{3,}|\^{3,}|"{3,})$/u.test(line) && Math.abs((lines[index - 1]?.length ?? 0) - line.length) <= 2,
  ).length;
  if (lines.some((line) => /^\.\. [\w-]+::/u.test(line)) && directives + rules >= 2) return { typeId: 'rst', confidence: 0.9 };
  const commands = lines.filter((line) =>
    /\\(?:begin|end|section|subsection|chapter|usepackage|label|caption|item|newcommand|includegraphics|textbf|emph|cite|ref)\b/u.test(
      line,
    ),
  ).length;
  if (commands >= 2) return { typeId: 'latex', confidence: commands / lines.length > 0.2 ? 0.92 : 0.75 };
  return null;
}
