/**
 * The familiar names of file types: `C++` for `cpp`. One table for every type of `detect/types.ts`. Other programs (the bridge, `hub detect`, the
 * view-model's fields) get the label.
 */
import { oneLine } from './shown-text.ts';

// biome-ignore format: a table
const NAMES: Readonly<Record<string, string>> = {
  python: 'Python', javascript: 'JavaScript', typescript: 'TypeScript', jsx: 'JSX', tsx: 'TSX', java: 'Java', c: 'C', cpp: 'C++',
  h: 'C header', hpp: 'C++ header', cs: 'C#', go: 'Go', rust: 'Rust', ruby: 'Ruby', php: 'PHP', shell: 'Shell script',
  powershell: 'PowerShell', batch: 'Batch file', sql: 'SQL', kotlin: 'Kotlin', swift: 'Swift', scala: 'Scala', lua: 'Lua', perl: 'Perl',
  r: 'R', haskell: 'Haskell', dart: 'Dart', elixir: 'Elixir', erlang: 'Erlang', clojure: 'Clojure', groovy: 'Groovy', gradle: 'Gradle',
  julia: 'Julia', ocaml: 'OCaml', pascal: 'Pascal', objectivec: 'Objective-C', matlab: 'MATLAB', lisp: 'Lisp', scheme: 'Scheme',
  prolog: 'Prolog', fortran: 'Fortran', cobol: 'COBOL', ada: 'Ada', vba: 'VBA', asm: 'Assembly', verilog: 'Verilog', vhdl: 'VHDL',
  tcl: 'Tcl', awk: 'AWK', zig: 'Zig', nim: 'Nim', gleam: 'Gleam', odin: 'Odin', solidity: 'Solidity', smali: 'Smali',
  coffeescript: 'CoffeeScript', autohotkey: 'AutoHotkey', autoit: 'AutoIt', bazel: 'Bazel', cmake: 'CMake', makefile: 'Makefile',
  dockerfile: 'Dockerfile', html: 'HTML', xml: 'XML', css: 'CSS', scss: 'SCSS', less: 'Less', vue: 'Vue', svg: 'SVG picture', asp: 'ASP',
  erb: 'ERB template', handlebars: 'Handlebars', jinja: 'Jinja template', twig: 'Twig template', django: 'Django template', json: 'JSON',
  jsonl: 'JSON lines', jsonc: 'JSON with comments', ipynb: 'Jupyter notebook', yaml: 'YAML', toml: 'TOML', ini: 'INI settings',
  hcl: 'HCL', proto: 'Protocol Buffers', textproto: 'Protocol Buffers text', csproj: 'C# project', vcxproj: 'Visual C++ project',
  appleplist: 'Property list', rdf: 'RDF', gpx: 'GPX track', xsd: 'XML schema', sgml: 'SGML', gemfile: 'Gemfile', gemspec: 'Gem specification',
  gitattributes: 'Git attributes', gitmodules: 'Git modules', ignorefile: 'Ignore file', htaccess: 'Apache settings',
  internetshortcut: 'Internet shortcut', winregistry: 'Windows registry', lock: 'Lock file', m4: 'M4 macros', yara: 'YARA rules',
  csv: 'CSV table', tsv: 'TSV table', markdown: 'Markdown', rst: 'reStructuredText', latex: 'LaTeX', bib: 'BibTeX', rtf: 'Rich text',
  txt: 'Plain text', diff: 'Diff', license: 'License', pem: 'PEM key or certificate', crt: 'Certificate', asc: 'PGP text', eml: 'Mail',
  mht: 'Web archive', ics: 'Calendar', vcard: 'Contact card', srt: 'SubRip subtitles', vtt: 'WebVTT subtitles', po: 'Gettext translation',
  m3u: 'Playlist', sum: 'Checksums', postscript: 'PostScript', dxf: 'DXF drawing', stltext: 'STL model', proteindb: 'Protein structure',
  svelte: 'Svelte', sass: 'Sass', stylus: 'Stylus', pug: 'Pug template', ejs: 'EJS template', jsp: 'JSP', graphql: 'GraphQL',
  sparql: 'SPARQL', thrift: 'Thrift', aidl: 'AIDL', d: 'D', fsharp: 'F#', haxe: 'Haxe', vala: 'Vala', elm: 'Elm', coq: 'Coq',
  sml: 'Standard ML', racket: 'Racket', forth: 'Forth', cuda: 'CUDA', glsl: 'GLSL shader', qml: 'QML', scad: 'OpenSCAD', povray: 'POV-Ray',
  gnuplot: 'Gnuplot', gherkin: 'Gherkin', bison: 'Bison grammar', lex: 'Lex', vim: 'Vim script', nix: 'Nix', nsis: 'NSIS script',
  meson: 'Meson', qmake: 'qmake project', puppet: 'Puppet', rpmspec: 'RPM spec', properties: 'Java properties', deb822: 'Debian control file',
  ldif: 'LDIF', aff: 'Spelling affixes', dtd: 'DTD', turtle: 'Turtle', dot: 'Graphviz', lilypond: 'LilyPond', asciidoc: 'AsciiDoc',
  org: 'Org', texinfo: 'Texinfo', man: 'Manual page', log: 'Log', stacktrace: 'Stack trace', shellsession: 'Shell session',
  pythonsession: 'Python session', http: 'HTTP message', jnlp: 'Java Web Start',

  png: 'PNG picture', jpeg: 'JPEG picture', gif: 'GIF picture', webp: 'WebP picture', bmp: 'BMP picture', tiff: 'TIFF picture', ico: 'Icon',
  icns: 'macOS icon', avif: 'AVIF picture', heif: 'HEIF picture', jxl: 'JPEG XL picture', jp2: 'JPEG 2000 picture',
  psd: 'Photoshop picture', xcf: 'GIMP picture', qoi: 'QOI picture', bpg: 'BPG picture', dwg: 'DWG drawing', dicom: 'DICOM picture',
  pdf: 'PDF', docx: 'Word document', xlsx: 'Excel workbook', pptx: 'PowerPoint presentation', doc: 'Word 97 document',
  xls: 'Excel 97 workbook', ppt: 'PowerPoint 97 presentation', ole: 'OLE document', odt: 'OpenDocument text',
  ods: 'OpenDocument spreadsheet', odp: 'OpenDocument presentation', epub: 'EPUB book', outlook: 'Outlook message', chm: 'Windows help',
  zip: 'ZIP archive', gzip: 'gzip archive', bzip: 'bzip2 archive', xz: 'XZ archive', zst: 'Zstandard archive', lz4: 'LZ4 archive',
  lz: 'lzip archive', sevenzip: '7-Zip archive', rar: 'RAR archive', tar: 'tar archive', cab: 'Cabinet archive', deb: 'Debian package',
  rpm: 'RPM package', ar: 'ar archive', arj: 'ARJ archive', ace: 'ACE archive', lha: 'LHA archive', xar: 'XAR archive',
  unixcompress: 'compress archive', jar: 'Java archive', apk: 'Android app', crx: 'Chrome extension', msi: 'Windows installer',
  dmg: 'macOS disk image', mp3: 'MP3 audio', mp2: 'MP2 audio', wav: 'WAV audio', flac: 'FLAC audio', ogg: 'Ogg audio', midi: 'MIDI',
  au: 'AU audio', mp4: 'MP4 video', mkv: 'Matroska video', webm: 'WebM video', avi: 'AVI video', qt: 'QuickTime video',
  asf: 'Windows Media', flv: 'Flash video', mpegts: 'MPEG transport stream', '3gp': '3GP video', swf: 'Flash', ttf: 'TrueType font',
  otf: 'OpenType font', woff: 'WOFF font', woff2: 'WOFF2 font', elf: 'ELF program', macho: 'macOS program', pebin: 'Windows program',
  wasm: 'WebAssembly', javabytecode: 'Java class', lnk: 'Windows shortcut', sqlite: 'SQLite database', parquet: 'Parquet table',
  arrow: 'Arrow table', avro: 'Avro data', pcap: 'Network capture', applebplist: 'Binary property list', icc: 'Colour profile',
  pgp: 'PGP data', h5: 'HDF5 data', npy: 'NumPy array',
};

/** The name of a type by its label (§2.6 `Bar3DetectedTypeId`). An unknown label is shown as it is; an empty one stays empty. */
export function typeName(typeId: string): string {
  return Object.hasOwn(NAMES, typeId) ? (NAMES[typeId] ?? '') : oneLine(typeId, 40);
}
