/**
 * Finds passages of code and terminal output in documents: those that authors marked, as fenced blocks in Markdown or directives in reStructuredText,
 * and those that are obvious (stack traces, shell sessions). They are as short as what people copy. Pure.
 */
export interface Passage {
  readonly label: string;
  readonly text: string;
  /** The first line of the passage in its document, from 1. */
  readonly line: number;
}

const fewestLines = 3;
const mostLines = 80;

/** The languages that authors write after a fence, as labels. For ambiguous ones (`text`, `bash` for sessions) the text decides. */
const byWord: Readonly<Record<string, string>> = {
  awk: 'awk',
  bat: 'batch',
  batch: 'batch',
  c: 'c',
  clojure: 'clojure',
  cmake: 'cmake',
  coffee: 'coffeescript',
  coffeescript: 'coffeescript',
  cpp: 'cpp',
  'c++': 'cpp',
  cs: 'cs',
  csharp: 'cs',
  css: 'css',
  csv: 'csv',
  dart: 'dart',
  diff: 'diff',
  dockerfile: 'dockerfile',
  docker: 'dockerfile',
  elixir: 'elixir',
  elm: 'elm',
  erb: 'erb',
  erlang: 'erlang',
  fsharp: 'fsharp',
  fs: 'fsharp',
  go: 'go',
  golang: 'go',
  gradle: 'gradle',
  graphql: 'graphql',
  groovy: 'groovy',
  haml: 'haml',
  handlebars: 'handlebars',
  hbs: 'handlebars',
  haskell: 'haskell',
  hs: 'haskell',
  hcl: 'hcl',
  terraform: 'hcl',
  html: 'html',
  http: 'http',
  ini: 'ini',
  java: 'java',
  jinja: 'jinja',
  json: 'json',
  jsonl: 'jsonl',
  julia: 'julia',
  jl: 'julia',
  jsx: 'jsx',
  kotlin: 'kotlin',
  kt: 'kotlin',
  less: 'less',
  latex: 'latex',
  tex: 'latex',
  lisp: 'lisp',
  elisp: 'elisp',
  'emacs-lisp': 'elisp',
  lua: 'lua',
  makefile: 'makefile',
  make: 'makefile',
  matlab: 'matlab',
  nginx: 'conf',
  nix: 'nix',
  objc: 'objectivec',
  'objective-c': 'objectivec',
  objectivec: 'objectivec',
  ocaml: 'ocaml',
  perl: 'perl',
  php: 'php',
  powershell: 'powershell',
  ps1: 'powershell',
  properties: 'properties',
  proto: 'proto',
  protobuf: 'proto',
  pug: 'pug',
  puppet: 'puppet',
  py: 'python',
  python: 'python',
  python3: 'python',
  r: 'r',
  rb: 'ruby',
  ruby: 'ruby',
  rust: 'rust',
  rs: 'rust',
  sass: 'sass',
  scala: 'scala',
  scheme: 'scheme',
  scss: 'scss',
  sol: 'solidity',
  solidity: 'solidity',
  sql: 'sql',
  postgresql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  tcl: 'tcl',
  toml: 'toml',
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'tsx',
  twig: 'twig',
  vim: 'vim',
  viml: 'vim',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
  zig: 'zig',
  console: 'shellsession',
  'shell-session': 'shellsession',
  'sh-session': 'shellsession',
  pycon: 'pythonsession',
  promql: 'promql',
  cypher: 'cypher',
  mermaid: 'mermaid',
  plantuml: 'plantuml',
  regex: 'regex',
  asm: 'asm',
  assembly: 'asm',
  nasm: 'asm',
  applescript: 'applescript',
  rego: 'rego',
  sparql: 'sparql',
  traceback: 'stacktrace',
  log: 'log',
  syslog: 'log',
};

const prompts = /^\s*(\$|%|[\w.-]+@[\w.-]+[^\n$#%]*[$#%]|C:\\[^>]*>|PS [^>]*>) ?\S/m;
const traceLine = /^\s*(at [\w$.<>/]+\s?\(|File "[^"]+", line \d+|\.\.\. \d+ more|from \S+:\d+:in [`'])/;
const traceHead = /^\s*(Traceback \(most recent call last\):|(Exception in thread )?[\w.$]*(Exception|Error)\b.*:?)/;

/** The passages marked in a Markdown or reStructuredText document, with the labels that their authors gave them. */
export function markedPassages(text: string, form: 'markdown' | 'rst'): Passage[] {
  const found = form === 'markdown' ? fences(text) : directives(text);
  return found.flatMap(({ word, lines, line }) => {
    const label = labelOf(word.toLowerCase(), lines);
    return label === null || lines.length < fewestLines || lines.length > mostLines ? [] : [{ label, text: `${lines.join('\n')}\n`, line }];
  });
}

interface Marked {
  readonly word: string;
  readonly lines: readonly string[];
  readonly line: number;
}

function labelOf(word: string, lines: readonly string[]): string | null {
  if (['sh', 'bash', 'shell', 'zsh', 'console', 'terminal'].includes(word)) {
    if (lines.some((line) => prompts.test(line))) return 'shellsession';
    return word === 'console' ? null : 'shell';
  }
  if (['', 'text', 'txt', 'plain', 'none'].includes(word)) return shownLabel(lines);
  return byWord[word] ?? null;
}

/** If the author named no language, only what is obvious beyond doubt. */
function shownLabel(lines: readonly string[]): string | null {
  if (lines.filter((line) => traceLine.test(line)).length >= 2) return 'stacktrace';
  if (/^(HTTP\/[\d.]+ \d{3}|(GET|POST|PUT|DELETE|PATCH|HEAD) \S+ HTTP\/[\d.]+)/.test(lines[0] ?? '')) return 'http';
  return /^\s*([\w@~:/.-]*\$ )\S/.test(lines[0] ?? '') && lines.length >= 4 ? 'shellsession' : null;
}

/** CommonMark 4.5: a fence of three or more backticks or tildes, the word after it, and everything up to the same fence. */
function fences(text: string): Marked[] {
  const found: Marked[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const open = /^(\s*)(`{3,}|~{3,})\s*\{?\.?([\w+#-]*)/.exec(lines[at] ?? '');
    if (open === null) continue;
    const [, indent = '', fence = '', word = ''] = open;
    const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(fence));
    if (end < 0) break;
    const inside = lines.slice(at + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    found.push({ word, lines: trimmed(inside), line: at + 2 });
    at = end;
  }
  return found;
}

/** `.. code-block:: word`, and a paragraph that ends with `::`, each with the indented lines after it. */
function directives(text: string): Marked[] {
  const found: Marked[] = [];
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at += 1) {
    const open = /^(\s*)(?:\.\. (?:code-block|sourcecode|code|highlight):: *([\w+#-]*)|.*::)\s*$/.exec(lines[at] ?? '');
    if (open === null) continue;
    const [, indent = '', word = ''] = open;
    let end = at + 1;
    while (end < lines.length && (lines[end]?.trim() === '' || lines[end]?.startsWith(`${indent} `))) end += 1;
    const inside = lines.slice(at + 1, end).filter((line, index) => index > 4 || !/^\s+:[\w-]+:/.test(line));
    const body = trimmed(inside);
    const margin = Math.min(...body.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
    found.push({ word, lines: body.map((line) => line.slice(Number.isFinite(margin) ? margin : 0)), line: at + 2 });
    at = end - 1;
  }
  return found;
}

function trimmed(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [] : lines.slice(first, last + 1);
}

/** The stack traces in any text: a first line, followed by at least two frames. */
export function stackTraces(text: string): Passage[] {
  const lines = text.split(/\r?\n/);
  const found: Passage[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!traceHead.test(lines[at] ?? '')) continue;
    let end = at + 1;
    while (
      end < lines.length &&
      (traceLine.test(lines[end] ?? '') || (/^\s{4,}\S/.test(lines[end] ?? '') && traceLine.test(lines[end - 1] ?? '')))
    )
      end += 1;
    const frames = lines.slice(at, end).filter((line) => traceLine.test(line)).length;
    if (frames < 2) continue;
    const python = /Traceback/.test(lines[at] ?? '') && /^\s*[\w.]*(Error|Exception|Warning|Interrupt)\b/.test(lines[end] ?? '');
    found.push({ label: 'stacktrace', text: `${lines.slice(at, python ? end + 1 : end).join('\n')}\n`, line: at + 1 });
    at = end;
  }
  return found;
}
