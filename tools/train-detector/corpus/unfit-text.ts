/** Whether a text is worth training on: written by a person, readable, neither too short nor too long. Pure. */
import type { Kind } from './kind.ts';

export type Unfit = 'short' | 'long' | 'binary' | 'generated' | 'minified' | 'licence only' | 'foreign';

const fewestChars = 40;
const mostChars = 200_000;
const mostCharsOfABook = 1_500_000;
const fewestLinesOfCode = 4;
const longestLineOfCode = 600;
const meanLineOfCode = 130;

const generated =
  /@generated|\b(auto-?generated|automatically generated|machine generated|generated (by|from|automatically)|created (automatically )?by (autoheader|protoc|swig|bison|gperf))\b|do not (edit|modify)|compiled by|this file was generated/i;
/** What compilers and bundlers leave in scripts. */
const compiled = /__esModule|sourceMappingURL=|_interopRequire|__webpack_require__|^var __\w+ = \(this && this\.__/m;
/** People copy documents and data of these labels, generated or not. */
const mayBeGenerated = new Set([
  'html',
  'po',
  'svg',
  'xml',
  'diff',
  'json',
  'pem',
  'asc',
  'dot',
  'ipynb',
  'sum',
  'man',
  'dxf',
  'log',
  'makefile',
]);

const commentLine = /^\s*(\/\/|\/\*|\*|#|--|;|%|'|!|\(\*|\{|<!--|-->|"|rem\b|dnl\b|\.\.|@c\b|C\s)/i;

/** @returns the reason, or null for a text that is fit. */
export function whyUnfit(kind: Kind, text: string): Unfit | null {
  if (text.length > (kind.label === 'prose' ? mostCharsOfABook : mostChars)) return 'long';
  if (text.trim().length < fewestChars) return 'short';
  if (hasControls(text) && kind.label !== 'eml') return 'binary';
  if (!mayBeGenerated.has(kind.label) && generated.test(text.slice(0, 1_500))) return 'generated';
  if (kind.label === 'javascript' && compiled.test(text)) return 'generated';
  return kind.form === 'code' ? unfitCode(text) : null;
}

const readForControls = 50_000;

/** Whether it has control characters other than tabs, line ends and the escape character of terminals, which no text has. */
function hasControls(text: string): boolean {
  return [...text.slice(0, readForControls)].some((character) => {
    const code = character.charCodeAt(0);
    return code < 9 || (code > 13 && code < 27);
  });
}

function unfitCode(text: string): Unfit | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.some((line) => line.length > longestLineOfCode)) return 'minified';
  if (text.length / Math.max(1, lines.length) > meanLineOfCode) return 'minified';
  const code = lines.filter((line) => !commentLine.test(line));
  if (code.length >= fewestLinesOfCode && code.join('').length >= fewestChars) return null;
  return code.length * 2 < lines.length ? 'licence only' : 'short';
}

/**
 * Paths of vendored code, of build output, of the sample files of other language detectors, and of languages that use the extension of another one
 * (HOL88's ML is not OCaml, the machine macros of CDFTOOLS are neither Ada nor Pug).
 */
const foreign = [
  /\/(node_modules|vendor|vendored|third[-_]?party|externals?|dependencies|bower_components|Godeps|deps|site-packages\/pip|_vendor|subprojects)\//i,
  /\/(dist|build|min|umd|cjs|esm|es|lib-esm|__snapshots__|\.yarn|coverage)\/(?=.*\.(js|mjs|cjs|css|ts|d\.ts)$)/,
  /[.-]min\.\w+$|\.bundle\.js$|(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|Cargo\.lock|Gemfile\.lock|composer\.lock|poetry\.lock)$/,
  /linguist|pygments|scite|lexilla|highlight(\.?js|js)|prism(js|\/tests)|syntax[-_]?(tests?|highlight)|lexers?\/|\/testdir\/input\/|codemirror\/mode|ace-builds/i,
  /hol88[^/]*\/.*\.ml$|\/Macrolib\/macro\.\w+$/,
];

/** @param path starts with a slash. */
export function isForeign(path: string): boolean {
  return foreign.some((pattern) => pattern.test(path));
}
