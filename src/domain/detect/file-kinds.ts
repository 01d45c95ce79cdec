/**
 * What a file's name says about its type, as data. Both readers of names use it: detection, for the type, and the search for a file name at the start
 * of a fragment, which trusts a known extension more than one that could as well be a domain or a method.
 */

/** Extensions by type, without the dot, in lower case. An extension that occurs twice belongs to the first type. */
const ENDINGS: readonly (readonly [typeId: string, endings: string])[] = [
  ['python', 'py pyi pyw'],
  ['javascript', 'js mjs cjs'],
  ['typescript', 'ts mts cts'],
  ['jsx', 'jsx'],
  ['tsx', 'tsx'],
  ['java', 'java'],
  ['c', 'c'],
  ['h', 'h'],
  ['cpp', 'cpp cc cxx c++ ixx cppm'],
  ['hpp', 'hpp hh hxx'],
  ['cs', 'cs csx'],
  ['go', 'go'],
  ['rust', 'rs'],
  ['ruby', 'rb rake'],
  ['php', 'php phtml'],
  ['shell', 'sh bash zsh ksh fish bats'],
  ['powershell', 'ps1 psm1 psd1'],
  ['batch', 'bat cmd'],
  ['sql', 'sql psql ddl'],
  ['kotlin', 'kt kts'],
  ['swift', 'swift'],
  ['scala', 'scala sbt'],
  ['lua', 'lua'],
  ['perl', 'pl pm'],
  ['r', 'r'],
  ['haskell', 'hs lhs'],
  ['dart', 'dart'],
  ['elixir', 'ex exs'],
  ['erlang', 'erl hrl'],
  ['clojure', 'clj cljs cljc edn'],
  ['groovy', 'groovy'],
  ['gradle', 'gradle'],
  ['julia', 'jl'],
  ['ocaml', 'ml mli'],
  ['pascal', 'pas dpr'],
  ['objectivec', 'm mm'],
  ['matlab', 'matlab'],
  ['lisp', 'lisp lsp el'],
  ['scheme', 'scm ss'],
  ['prolog', 'pro'],
  ['fortran', 'f f90 f95 f03 f08 for'],
  ['cobol', 'cbl cob cpy'],
  ['ada', 'adb ads'],
  ['vba', 'vba vbs vb bas'],
  ['asm', 'asm s nasm'],
  ['verilog', 'v vh sv svh'],
  ['vhdl', 'vhd vhdl'],
  ['tcl', 'tcl'],
  ['awk', 'awk'],
  ['zig', 'zig'],
  ['nim', 'nim'],
  ['gleam', 'gleam'],
  ['odin', 'odin'],
  ['solidity', 'sol'],
  ['coffeescript', 'coffee'],
  ['autohotkey', 'ahk'],
  ['autoit', 'au3'],
  ['bazel', 'bzl bazel'],
  ['cmake', 'cmake'],
  ['makefile', 'mk mak'],
  ['dockerfile', 'dockerfile'],
  ['html', 'html htm xhtml'],
  ['xml', 'xml xsl xslt wsdl xaml resx pom'],
  ['css', 'css'],
  ['scss', 'scss'],
  ['less', 'less'],
  ['vue', 'vue'],
  ['svg', 'svg'],
  ['asp', 'asp aspx'],
  ['erb', 'erb'],
  ['handlebars', 'hbs handlebars mustache'],
  ['jinja', 'jinja jinja2 j2'],
  ['twig', 'twig'],
  ['json', 'json webmanifest geojson'],
  ['jsonl', 'jsonl ndjson'],
  ['jsonc', 'jsonc json5'],
  ['ipynb', 'ipynb'],
  ['yaml', 'yaml yml'],
  ['toml', 'toml'],
  ['ini', 'ini cfg editorconfig service'],
  ['hcl', 'hcl tf tfvars'],
  ['proto', 'proto'],
  ['textproto', 'textproto pbtxt'],
  ['csproj', 'csproj fsproj vbproj'],
  ['vcxproj', 'vcxproj'],
  ['appleplist', 'plist'],
  ['rdf', 'rdf'],
  ['gpx', 'gpx'],
  ['xsd', 'xsd'],
  ['gemspec', 'gemspec'],
  ['winregistry', 'reg'],
  ['m4', 'm4'],
  ['yara', 'yar yara'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['markdown', 'md markdown mdx'],
  ['rst', 'rst'],
  ['latex', 'tex sty'],
  ['bib', 'bib'],
  ['rtf', 'rtf'],
  ['txt', 'txt text'],
  ['diff', 'diff patch'],
  ['pem', 'pem pub key'],
  ['crt', 'crt cer'],
  ['asc', 'asc'],
  ['eml', 'eml'],
  ['mht', 'mht mhtml'],
  ['ics', 'ics'],
  ['vcard', 'vcf'],
  ['srt', 'srt'],
  ['vtt', 'vtt'],
  ['po', 'po pot'],
  ['m3u', 'm3u m3u8'],
  ['postscript', 'ps eps'],
  ['dxf', 'dxf'],
  ['svelte', 'svelte'],
  ['sass', 'sass'],
  ['stylus', 'styl'],
  ['pug', 'pug jade'],
  ['ejs', 'ejs'],
  ['jsp', 'jsp'],
  ['graphql', 'graphql gql'],
  ['sparql', 'rq sparql'],
  ['thrift', 'thrift'],
  ['aidl', 'aidl'],
  ['d', 'd di'],
  ['fsharp', 'fs fsi fsx'],
  ['haxe', 'hx'],
  ['vala', 'vala vapi'],
  ['elm', 'elm'],
  ['sml', 'sml'],
  ['racket', 'rkt'],
  ['forth', 'fth 4th'],
  ['cuda', 'cu cuh'],
  ['glsl', 'glsl vert frag'],
  ['qml', 'qml'],
  ['scad', 'scad'],
  ['povray', 'pov'],
  ['gnuplot', 'gp plt gnuplot'],
  ['gherkin', 'feature'],
  ['bison', 'y yy'],
  ['lex', 'l'],
  ['vim', 'vim'],
  ['nix', 'nix'],
  ['nsis', 'nsi nsh'],
  ['meson', 'build'],
  ['rpmspec', 'spec'],
  ['properties', 'properties'],
  ['ldif', 'ldif'],
  ['aff', 'aff'],
  ['dtd', 'dtd'],
  ['turtle', 'ttl'],
  ['dot', 'dot gv'],
  ['lilypond', 'ly'],
  ['asciidoc', 'adoc asciidoc'],
  ['texinfo', 'texi texinfo'],
  ['log', 'log'],
  ['http', 'http'],
  ['jnlp', 'jnlp'],
  ['stltext', 'stl'],
  ['proteindb', 'pdb'],
  ['sgml', 'sgml sgm'],
  ['internetshortcut', 'url'],
  ['smali', 'smali'],
];

/** Extensions of text files without a label of their own: a name may have them, but they indicate no type. */
const OTHER_ENDINGS =
  'astro prisma env conf config cnf lock snap map dhall haml slim cr purs cl hlsl wgsl metal sublime-project code-workspace rest tmpl tpl plantuml puml mmd csl lean agda idr raku pyx pxd rmd qmd zsh-theme desktop timer socket ebuild opam cabal mod sum work example sample template dist j2k in am ac cshtml vbhtml razor jspx css_t js_t html_t ent ll lex cls clo ltx dtx bbl tikz inc tcc inl ipp h++ gyp gypi pri qrc ui sln props nuspec wxs iss mdoc pod ily sig grm lagda vo coq thy mly mll mlp mlip asn1 mib yang idl pxi hxml mxml dita ditamap xq xqy xquery nt n3 owl pc';

/** Whole names, in lower case. */
const NAMES: readonly (readonly [typeId: string, names: string])[] = [
  ['dockerfile', 'dockerfile containerfile'],
  ['makefile', 'makefile gnumakefile'],
  ['cmake', 'cmakelists.txt'],
  ['meson', 'meson.build meson_options.txt'],
  ['bazel', 'build.bazel'],
  ['vim', '.vimrc'],
  ['gemfile', 'gemfile'],
  ['ruby', 'rakefile vagrantfile podfile brewfile'],
  ['groovy', 'jenkinsfile'],
  ['ignorefile', '.gitignore .dockerignore .npmignore .eslintignore .prettierignore .hgignore'],
  ['gitattributes', '.gitattributes'],
  ['gitmodules', '.gitmodules'],
  ['htaccess', '.htaccess'],
  ['ini', '.editorconfig .npmrc .gitconfig .pylintrc .flake8'],
  ['shell', '.bashrc .zshrc .profile .bash_profile .bash_aliases .zshenv .zprofile .envrc'],
  ['license', 'license copying'],
  ['txt', 'readme notice authors codeowners procfile caddyfile justfile .env .tmux.conf .inputrc .nvmrc .python-version .tool-versions'],
  ['json', '.babelrc .eslintrc .prettierrc'],
  ['yaml', '.clang-format .clang-tidy .yamllint'],
];

const TYPE_BY_ENDING = new Map(ENDINGS.flatMap(([typeId, endings]) => endings.split(' ').map((ending) => [ending, typeId] as const)));
const TYPE_BY_NAME = new Map(NAMES.flatMap(([typeId, names]) => names.split(' ').map((name) => [name, typeId] as const)));
const OTHER = new Set(OTHER_ENDINGS.split(' '));

/** The type that a file of this name usually has, or null. Directories in front of the name are ignored. */
export function typeOfName(fileName: string): string | null {
  const base = (fileName.slice(-512).split(/[/\\]/u).at(-1) ?? '').toLowerCase();
  return (
    TYPE_BY_NAME.get(base) ??
    TYPE_BY_NAME.get(/^(?:dockerfile|makefile|\.env)(?=\.)/u.exec(base)?.[0] ?? '') ??
    TYPE_BY_ENDING.get(endingOf(base)) ??
    null
  );
}

/** The part after the last dot, in lower case, without it; empty for `.bashrc` and for a name without a dot. */
export function endingOf(base: string): string {
  const dot = base.lastIndexOf('.');
  return dot <= 0 ? '' : base.slice(dot + 1).toLowerCase();
}

/** Whether text files commonly have this extension (without the dot, lower case). */
export function isTextEnding(ending: string): boolean {
  return TYPE_BY_ENDING.has(ending) || OTHER.has(ending);
}

/** Whether this (without directories, any case) is a well-known complete file name, with or without an extension. */
export function isWellKnownName(base: string): boolean {
  return TYPE_BY_NAME.has(base.toLowerCase()) || /^\.env\.[a-z]+$/u.test(base);
}
