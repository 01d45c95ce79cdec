/**
 * Other detectors of languages on the same input: Visual Studio Code's model (guesslang) and highlight.js' auto-detection. Each answers in its own
 * names, which are mapped to the labels of `types.ts`; a name without a label stays as it is, and then counts as wrong.
 */
import languageDetection from '@vscode/vscode-languagedetection';
import highlighter from 'highlight.js';

export interface OtherDetector {
  readonly name: string;
  /** The labels that it can return. */
  readonly knows: ReadonlySet<string>;
  /** The label of its first answer; null if it abstains. */
  detect(text: string): Promise<string | null>;
}

/** guesslang's names (its 54 languages), by our labels. */
// biome-ignore format: a table
const guesslangNames: Readonly<Record<string, string>> = {
  asm: 'asm', bat: 'batch', c: 'c', cs: 'cs', cpp: 'cpp', clj: 'clojure', cmake: 'cmake', cbl: 'cobol', coffee: 'coffeescript', css: 'css', csv: 'csv',
  dart: 'dart', dm: 'dm', dockerfile: 'dockerfile', ex: 'elixir', erl: 'erlang', f90: 'fortran', go: 'go', groovy: 'groovy', hs: 'haskell', html: 'html',
  ini: 'ini', java: 'java', js: 'javascript', json: 'json', jl: 'julia', kt: 'kotlin', lisp: 'lisp', lua: 'lua', makefile: 'makefile', md: 'markdown',
  matlab: 'matlab', mm: 'objectivec', ml: 'ocaml', pas: 'pascal', pm: 'perl', php: 'php', ps1: 'powershell', prolog: 'prolog', py: 'python', r: 'r',
  rb: 'ruby', rs: 'rust', scala: 'scala', sh: 'shell', sql: 'sql', swift: 'swift', tex: 'latex', toml: 'toml', ts: 'typescript', v: 'verilog', vba: 'vba',
  xml: 'xml', yaml: 'yaml',
};

/** highlight.js' names that differ from our labels. */
// biome-ignore format: a table
const highlighterNames: Readonly<Record<string, string>> = {
  bash: 'shell', dos: 'batch', x86asm: 'asm', armasm: 'asm', avrasm: 'asm', mipsasm: 'asm', csharp: 'cs', delphi: 'pascal', vbnet: 'vba', vbscript: 'vba',
  basic: 'vba', protobuf: 'proto', shell: 'shellsession', 'python-repl': 'pythonsession', plaintext: 'txt', openscad: 'scad', pgsql: 'sql',
  'php-template': 'php', irpf90: 'fortran', reasonml: 'ocaml', arduino: 'cpp', accesslog: 'log', excel: 'txt',
};

export function otherDetectors(): readonly [OtherDetector, OtherDetector] {
  const model = new languageDetection.ModelOperations({ minContentSize: 0 });
  return [
    {
      name: 'Visual Studio Code',
      knows: new Set(Object.values(guesslangNames)),
      detect: async (text) => named((await model.runModel(text))[0]?.languageId, guesslangNames),
    },
    {
      name: 'highlight.js',
      knows: new Set(highlighter.listLanguages().map((name) => highlighterNames[name] ?? name)),
      detect: (text) => Promise.resolve(named(highlighter.highlightAuto(text).language, highlighterNames)),
    },
  ];
}

function named(name: string | undefined, names: Readonly<Record<string, string>>): string | null {
  return name === undefined ? null : (names[name] ?? name);
}
