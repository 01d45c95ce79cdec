/** Types that are similar, so that a name may choose between them. Data, and the two questions that it answers. */

/** Labels of one family. */
const FAMILIES: readonly (readonly string[])[] = [
  ['javascript', 'typescript', 'jsx', 'tsx'],
  ['c', 'cpp', 'h', 'hpp', 'objectivec', 'cuda', 'lex', 'bison', 'glsl', 'asm'],
  ['css', 'scss', 'less', 'sass', 'stylus'],
  ['ruby', 'gemfile', 'gemspec'],
  ['groovy', 'gradle'],
  ['ini', 'toml', 'properties', 'conf', 'internetshortcut', 'gitmodules', 'gitattributes', 'ignorefile', 'htaccess', 'lock'],
  ['lisp', 'scheme', 'clojure', 'racket'],
  ['html', 'xml', 'vue', 'svelte', 'jinja', 'twig', 'django', 'handlebars', 'erb', 'ejs', 'jsp', 'asp', 'php'],
  ['perl', 'prolog'],
  ['makefile', 'qmake', 'm4'],
  ['shell', 'dockerfile', 'shellsession', 'batch'],
  ['latex', 'texinfo'],
  ['txt', 'markdown', 'rst', 'asciidoc', 'org', 'license', 'log', 'stacktrace', 'm3u', 'srt', 'vtt', 'vcard'],
  ['yaml', 'textproto', 'ldif', 'deb822', 'log'],
  ['python', 'bazel', 'meson', 'pythonsession'],
  ['csv', 'tsv', 'txt'],
  ['pem', 'crt', 'asc', 'eml', 'mht'],
  ['verilog', 'vhdl'],
  ['matlab', 'objectivec'],
  ['sql', 'sparql'],
];

/** Types whose texts also match the grammar of another type: the first one found may be the wider one. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  json: ['jsonc', 'ipynb', 'jsonl', 'javascript', 'yaml'],
  jsonl: ['json'],
  jsonc: ['json'],
  xml: ['html', 'svg', 'csproj', 'vcxproj', 'appleplist', 'rdf', 'gpx', 'xsd', 'jnlp', 'vue', 'jsx', 'tsx', 'sgml', 'dtd'],
  html: ['markdown', 'jsx', 'tsx', 'sgml'],
  jsx: ['vue', 'html'],
  tsv: ['csv', 'm3u', 'srt'],
};

/** Whether two labels are so similar that a fragment often fits both. */
export function areKin(one: string, other: string): boolean {
  return one === other || FAMILIES.some((family) => family.includes(one) && family.includes(other));
}

/** Whether a text that was detected as `found` may still be a file of type `named`. */
export function mayBe(found: string, named: string): boolean {
  return areKin(found, named) || (WIDER[found]?.includes(named) ?? false);
}
