/**
 * Texts that a clipboard may hold, chosen to be hard: texts that make backtracking expressions explode, worst cases of loops, and everyday texts that look
 * like them. Also any number of other texts, generated from a seed. Each is created on demand, because some are large.
 */
import { oneOf, randomFrom } from '../../../bench/soak/random.ts';

export interface HostileText {
  /** A short description. */
  readonly name: string;
  readonly text: () => string;
}

const mebibyte = 2 ** 20;

/** Repeats `unit` up to `length` UTF-16 units, and appends `end`. */
export function repeatedUnit(unit: string, length: number, end = ''): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + end;
}

/** Short texts that people copy, or that an attacker who has read the source would write. */
// biome-ignore format: a table
const short: Readonly<Record<string, string>> = {
  'a list of two packages': '- eslint-plugin-react-hooks-with-typescript-support@1.2.3\n- prettier@2',
  'a list of two pods': '- payments-api-6b7d9c5f4d-x2x9v_default\n- payments-worker-7f9c6d8b5b-k8s2m_default',
  'a list of long words': '- Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft\n- Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz;',
  'a long German word': 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz;',
  'long words with hyphens': 'Grundstücks-verkehrs-genehmigungs-zuständigkeits-übertragungs-verordnung und noch_eins',
  'two long addresses': 'https://example.com/a/very/long/path/with/many/parts/index.html https://example.org/another/very/long/path/with-many-parts/index.html?x=1',
  'two addresses in a list': '- https.example.com.a.very.long.path.with.many.parts.index.html/\n- mailto.someone.with.a.long.name.at.example.org/',
  'a note with words of dots': `# notes.py\n${'a.. '.repeat(16)}`,
  'words of dots': 'a.. '.repeat(70),
  'words of colons': `${'a:: '.repeat(70)}\u0000`,
  'a dotted name': `${'a.'.repeat(140)} `,
  'a name of one letter': 'a'.repeat(300),
  'a name of dashes': `- ${'a-'.repeat(145)}@`,
  'marks and letters': `${'x-*-'.repeat(60)}\n# -*-${'-*'.repeat(100)}`,
  'a rule that ends in a letter': `${'-'.repeat(290)}a`,
  'a comment of signs': `#${'%;#/'.repeat(70)}x`,
  'rules and blanks': `/*${' -'.repeat(140)}x`,
  'a table rule that is none': `a | b\n${'| -- '.repeat(58)}x`,
  'a table rule of blanks': `a | b\n|${' '.repeat(280)}--x`,
  'an import of many names': `from ${'.'.repeat(80)}${'a.'.repeat(80)} import ${'a as b, '.repeat(20)}!`,
  'a rule of YARA that is none': `rule a${' '.repeat(400)}!`,
  'a query of blanks': `select a${' '.repeat(1_500)}fro`,
  'a query of words': `select ${'a from '.repeat(280)}`,
  'a query of names': `insert into ${'a'.repeat(1_000)}${' '.repeat(1_000)}x`,
  'a query of comments': `${'--\n'.repeat(600)}select`,
  'an assistant\u2019s tag': `<file ${'path="a" '.repeat(30)}`,
  'assistants\u2019 tags': `<documents>${'<documents '.repeat(24)}`,
  'a banner that is open': `==== file: ${'a = '.repeat(60)}`,
  'a banner of signs': `${'='.repeat(140)} a ${'='.repeat(140)}b`,
  'a header of encoded words': `Content-Disposition: attachment; ${'a="'.repeat(90)}`,
  'a header of parameters': `Content-Type: text/plain; ${'name*0*=a; '.repeat(24)}`,
  'an address with many at signs': `https://${'a@'.repeat(140)}`,
  'schemes': 'a://'.repeat(250),
  'schemes of dots': 'a.b+c-'.repeat(160),
  'names of devices': 'con.aux.nul.'.repeat(340),
  'dots and blanks': ' .'.repeat(2_048),
  'a path of dots': `/${'../'.repeat(1_300)}a`,
  'quotes around quotes': `${'`"\''.repeat(90)}a.py`,
  'stars': `${'*'.repeat(149)}a.py${'*'.repeat(148)}`,
  'a here-document that never comes': `tee ${'-a --b '.repeat(40)}<<`,
  'a command of pipes': `cat ${'| sudo tee '.repeat(26)}<<EOF`,
  'a table of quotes': `"a","b","c"\n${'""'.repeat(149)},\n`,
  'the beginning of an element': `<a ${'b '.repeat(140)}`,
  'a header of JSON': `{"a":${'[1,'.repeat(90)}`,
  'nothing': '',
  'a letter': 'a',
  'a lone surrogate': '\ud800',
  'a byte order mark': '\ufeff',
  'a sentence': 'The quick brown fox jumps over the lazy dog, and nobody minds.',
  'a shopping list': '- milk\n- two loaves of bread\n- butter, salted\n- eggs (ten)',
};

/** Texts of one repeated unit: some long enough to reveal quadratic time, some long enough to reveal slow linear time. */
// biome-ignore format: a table
const runs: Readonly<Record<string, readonly [unit: string, length: number, end?: string]>> = {
  'newlines': ['\n', 4 * mebibyte, 'a'],
  'newlines of Windows': ['\r\n', mebibyte, 'a'],
  'line separators': ['\u2028', mebibyte, 'a'],
  'blanks': [' ', 4 * mebibyte, 'a'],
  'tabs': ['\t', mebibyte, 'a'],
  'no-break spaces': ['\u00a0', mebibyte, 'x'],
  'indented nothing': ['    \n', mebibyte, 'a'],
  'dots': ['.', mebibyte],
  'double quotes': ['"', mebibyte],
  'single quotes': ["'", mebibyte, 'a'],
  'backquotes': ['`', mebibyte],
  'opening brackets': ['[', mebibyte],
  'opening braces': ['{', mebibyte],
  'parentheses': ['()', mebibyte],
  'angle brackets': ['<', mebibyte],
  'opened elements': ['<a ', mebibyte],
  'dollar signs': ['$', mebibyte],
  'stylesheet signs': ['@a ', mebibyte],
  'rules of SCSS': ['\n  a', mebibyte],
  'at signs': ['a@b.', mebibyte],
  'backslashes': ['\\', mebibyte],
  'escaped quotes': ['\\"', mebibyte],
  'dashes': ['-', mebibyte, 'a'],
  'hashes': ['#', mebibyte, 'a'],
  'underscores': ['_', mebibyte, '!'],
  'commas': [',', mebibyte],
  'slashes': ['/', mebibyte],
  'open comments': ['/*', mebibyte],
  'comments of lines': ['//\n', mebibyte],
  'open comments of pages': ['<!--', mebibyte],
  'prompts of Python': ['\n ', mebibyte, '>'],
  'NULs': ['\u0000', mebibyte],
  'Chinese': ['永和九年，岁在癸丑。', mebibyte],
  'Thai': ['ภาษาไทยไม่มีช่องว่าง', mebibyte],
  'combining marks': ['a\u0301\u0302\u0303', mebibyte],
  'marks alone': ['\u0301', 256 * 1_024],
  'marks that change places': ['\u0301\u0316', mebibyte],
  'lone surrogates': ['\ud83d', mebibyte],
  'families of emoji': ['👨‍👩‍👧‍👦', mebibyte],
  'zero-width joiners': ['\u200d', mebibyte],
  'turned directions': ['\u202e\u202c', mebibyte],
  'one word': ['a', 4 * mebibyte],
  'short lines': ['a\n', 200_000],
  'list points': ['- a\n', 400_000],
  'base64': ['TWFuIGlzIGRpc3Rpbmd1aXNoZWQ', mebibyte, '=='],
  'deep JSON': ['[', 100_000, ']'],
  'deep objects': ['{"a":', mebibyte],
  'deep elements': ['<div>', mebibyte],
  'numbers': ['1234567890', mebibyte],
  'a row of cells': ['1,2;3\t', mebibyte],
  'rows of cells': ['1,"2",3\n', mebibyte],
  'minified code': ['function a(b){return b?a(b-1):0};', mebibyte],
  'a log': ['2026-01-02T03:04:05.678Z INFO  [main] request 17 took 3 ms: /api/status?x=1\n', mebibyte],
  'a diff': ['@@ -1,2 +1,2 @@\n-a line of before\n+a line of now\n', mebibyte],
  'stack frames': ['    at Object.<anonymous> (/srv/app/index.js:10:15)\n', mebibyte],
  'prose': ['The ship went out at nine, and nobody who was there could say why. ', mebibyte],
};

/** All of them. */
export const hostileTexts: readonly HostileText[] = [
  ...Object.entries(short).map(([name, text]) => ({ name, text: () => text })),
  ...Object.entries(runs).map(([name, [unit, length, end]]) => ({ name, text: () => repeatedUnit(unit, length, end) })),
];

/** The units of generated texts, which put a unit that is hard for one rule next to one that is hard for another. */
// biome-ignore format: a table
export const hostileUnits: readonly string[] = [
  ' ', '\n', '\t', '\r\n', '.', ',', ';', ':', '-', '- ', '_', '#', '# ', '//', '/*', '*/', '*', '**', '"', "'", '`', '```\n', '(', ')', '[', ']', '{', '}', '<', '>', '</a>',
  '<a b="c">', '=', '==', '=>', '|', '| -- |', '\\', '\\"', '/', '@', '$', '$(', '%', '%20', '&', '~', '?', '!', '+', '^', '0', '17', '3.14', '-1', 'a', 'A', 'aa', 'ab.py',
  'src/app.ts', 'README', 'file: ', 'name=', 'select ', ' from ', 'import ', 'class A ', 'def a():\n', 'return a;\n', 'function a() {', 'The ', 'and ', 'word ', 'https://', 'a@b.c',
  'é', 'e\u0301', '\u0301\u0316', 'ß', 'İ', '永', '日本語', 'ไทย', 'العربية', '👩‍💻', '\ud83d', '\ude00', '\u0000', '\u0007', '\u001b[31m', '\u00a0', '\u200b', '\u202e', '\u2028', '\ufeff', '\uffff',
  '{"a": 1}', '[1, 2]', '"a","b"\n', 'a: b\n', '- a\n', '1. a\n', '@@ -1 +1 @@\n', '+a\n', 'diff --git a/x b/x\n', '2026-01-02 03:04:05 ', 'INFO ', '    at a (b.js:1:2)\n', 'From: a\n',
];

/** One or a few units, repeated, with something else before and after. */
function run(random: () => number, length: number): string {
  const few = Array.from({ length: 1 + Math.floor(random() * 3) }, () => oneOf(hostileUnits, random)).join('');
  const head = random() < 0.5 ? '' : oneOf(hostileUnits, random);
  return head + repeatedUnit(few, length, random() < 0.5 ? '' : oneOf(hostileUnits, random));
}

/** Any units in any order, with occasional line breaks. */
function mixture(random: () => number, length: number): string {
  const chosen = Array.from({ length: 2 + Math.floor(random() * 20) }, () => oneOf(hostileUnits, random));
  let text = '';
  while (text.length < length) text += random() < 0.05 ? '\n' : oneOf(chosen, random);
  return text;
}

/** Any UTF-16 units, from one range of the code table or from all of it. */
function noise(random: () => number, length: number): string {
  const from = oneOf([0, 0x20, 0x20, 0x300, 0x4e00, 0xd800, 0xe000], random);
  const span = oneOf([2, 16, 96, 4_096, 0x10000 - from], random);
  let text = '';
  while (text.length < length) text += String.fromCharCode(from + Math.floor(random() * span));
  return text;
}

/** A text of the list, cut and joined with another one. */
function cutting(random: () => number, length: number): string {
  const part = (): string => {
    const text = oneOf(Object.values(short), random);
    return text.slice(Math.floor(random() * text.length * 0.5));
  };
  return repeatedUnit(`${part()}${oneOf(['', ' ', '\n', '\n\n'], random)}${part()} `, length);
}

/** Lines of one shape, some of them replaced by lines of another shape. */
function lines(random: () => number, length: number): string {
  const kinds = Array.from({ length: 1 + Math.floor(random() * 3) }, () => mixture(random, 1 + random() * 80).replaceAll(/[\r\n]+/g, ' '));
  let text = '';
  while (text.length < length) text += `${oneOf(kinds, random)}${oneOf(['\n', '\n', '\n', '\r\n', '\n\n'], random)}`;
  return text;
}

const shapes = [run, mixture, noise, cutting, lines];

/** Most texts are short; a few are as long as the longest text that is judged. */
const lengths = [8, 8, 64, 64, 512, 512, 4_096, 16_384, 65_536, 262_144];

/** The text for this seed, always the same: of any shape, with 0 to 262,144 UTF-16 units, mostly few. */
export function generatedText(seed: number): string {
  const random = randomFrom(seed * 2_654_435_761);
  const length = Math.floor(random() * (oneOf(lengths, random) + 1));
  return oneOf(shapes, random)(random, length).slice(0, length);
}
