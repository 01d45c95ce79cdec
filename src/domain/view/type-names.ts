/**
 * The familiar names of file types: `C++` for `cpp`. One table for every type of `detect/types.ts`. Other programs (the bridge, `hub detect`, the
 * view-model's fields) get the label.
 */
import { say } from '../language/say.ts';
import { oneLine } from './shown-text.ts';

const picture = (name: string) => () => say('{name} picture', { name });
const archive = (name: string) => () => say('{name} archive', { name });
const audio = (name: string) => () => say('{name} audio', { name });
const video = (name: string) => () => say('{name} video', { name });
const font = (name: string) => () => say('{name} font', { name });
const template = (name: string) => () => say('{name} template', { name });
const project = (name: string) => () => say('{name} project', { name });
const settings = (name: string) => () => say('{name} settings', { name });
const table = (name: string) => () => say('{name} table', { name });
const subtitles = (name: string) => () => say('{name} subtitles', { name });
const drawing = (name: string) => () => say('{name} drawing', { name });
const script = (name: string) => () => say('{name} script', { name });
const session = (name: string) => () => say('{name} session', { name });
const document = (name: string) => () => say('{name} document', { name });
const workbook = (name: string) => () => say('{name} workbook', { name });
const presentation = (name: string) => () => say('{name} presentation', { name });
const message = (name: string) => () => say('{name} message', { name });
const softwarePackage = (name: string) => () => say('{name} package', { name });
const program = (name: string) => () => say('{name} program', { name });
const data = (name: string) => () => say('{name} data', { name });
const header = (name: string) => () => say('{name} header', { name });

// biome-ignore format: a table
const NAMES: Readonly<Record<string, string | (() => string)>> = {
  python: 'Python', javascript: 'JavaScript', typescript: 'TypeScript', jsx: 'JSX', tsx: 'TSX', java: 'Java', c: 'C', cpp: 'C++',
  h: header('C'), hpp: header('C++'), cs: 'C#', go: 'Go', rust: 'Rust', ruby: 'Ruby', php: 'PHP', shell: script('Shell'),
  powershell: 'PowerShell', batch: () => say('Batch file'), sql: 'SQL', kotlin: 'Kotlin', swift: 'Swift', scala: 'Scala', lua: 'Lua',
  perl: 'Perl', r: 'R', haskell: 'Haskell', dart: 'Dart', elixir: 'Elixir', erlang: 'Erlang', clojure: 'Clojure', groovy: 'Groovy',
  gradle: 'Gradle', julia: 'Julia', ocaml: 'OCaml', pascal: 'Pascal', objectivec: 'Objective-C', matlab: 'MATLAB', lisp: 'Lisp',
  scheme: 'Scheme', prolog: 'Prolog', fortran: 'Fortran', cobol: 'COBOL', ada: 'Ada', vba: 'VBA', asm: () => say('Assembly'),
  verilog: 'Verilog', vhdl: 'VHDL', tcl: 'Tcl', awk: 'AWK', zig: 'Zig', nim: 'Nim', gleam: 'Gleam', odin: 'Odin', solidity: 'Solidity',
  smali: 'Smali', coffeescript: 'CoffeeScript', autohotkey: 'AutoHotkey', autoit: 'AutoIt', bazel: 'Bazel', cmake: 'CMake',
  makefile: 'Makefile', dockerfile: 'Dockerfile', html: 'HTML', xml: 'XML', css: 'CSS', scss: 'SCSS', less: 'Less', vue: 'Vue',
  svg: picture('SVG'), asp: 'ASP', erb: template('ERB'), handlebars: 'Handlebars', jinja: template('Jinja'), twig: template('Twig'),
  django: template('Django'), json: 'JSON', jsonl: 'JSON lines', jsonc: () => say('JSON with comments'),
  ipynb: () => say('Jupyter notebook'), yaml: 'YAML', toml: 'TOML', ini: settings('INI'), hcl: 'HCL', proto: () => say('Protocol Buffers'),
  textproto: () => say('Protocol Buffers text'), csproj: project('C#'), vcxproj: project('Visual C++'),
  appleplist: () => say('Property list'), rdf: 'RDF', gpx: () => say('GPX track'), xsd: () => say('XML schema'), sgml: 'SGML',
  gemfile: 'Gemfile', gemspec: () => say('Gem specification'), gitattributes: () => say('Git attributes'),
  gitmodules: () => say('Git modules'), ignorefile: () => say('Ignore file'), htaccess: settings('Apache'),
  internetshortcut: () => say('Internet shortcut'), winregistry: () => say('Windows registry'), lock: () => say('Lock file'),
  m4: () => say('M4 macros'), yara: () => say('YARA rules'), csv: table('CSV'), tsv: table('TSV'), markdown: 'Markdown',
  rst: 'reStructuredText', latex: 'LaTeX', bib: 'BibTeX', rtf: () => say('Rich text'), txt: () => say('Plain text'), diff: 'Diff',
  license: () => say('License'), pem: () => say('PEM key or certificate'), crt: () => say('Certificate'), asc: () => say('PGP text'),
  eml: () => say('Mail'), mht: () => say('Web archive'), ics: () => say('Calendar'), vcard: () => say('Contact card'),
  srt: subtitles('SubRip'), vtt: subtitles('WebVTT'), po: () => say('Gettext translation'), m3u: () => say('Playlist'),
  sum: () => say('Checksums'), postscript: 'PostScript', dxf: drawing('DXF'), stltext: () => say('STL model'),
  proteindb: () => say('Protein structure'), svelte: 'Svelte', sass: 'Sass', stylus: 'Stylus', pug: template('Pug'), ejs: template('EJS'),
  jsp: 'JSP', graphql: 'GraphQL', sparql: 'SPARQL', thrift: 'Thrift', aidl: 'AIDL', d: 'D', fsharp: 'F#', haxe: 'Haxe', vala: 'Vala',
  elm: 'Elm', coq: 'Coq', sml: () => say('Standard ML'), racket: 'Racket', forth: 'Forth', cuda: 'CUDA', glsl: () => say('GLSL shader'), qml: 'QML',
  scad: 'OpenSCAD', povray: 'POV-Ray', gnuplot: 'Gnuplot', gherkin: 'Gherkin', bison: () => say('Bison grammar'), lex: 'Lex',
  vim: script('Vim'), nix: 'Nix', nsis: script('NSIS'), meson: 'Meson', qmake: project('qmake'), puppet: 'Puppet',
  rpmspec: () => say('RPM spec'), properties: () => say('Java properties'), deb822: () => say('Debian control file'), ldif: 'LDIF',
  aff: () => say('Spelling affixes'), dtd: 'DTD', turtle: 'Turtle', dot: 'Graphviz', lilypond: 'LilyPond', asciidoc: 'AsciiDoc',
  org: 'Org', texinfo: 'Texinfo', man: () => say('Manual page'), log: () => say('Log'), stacktrace: () => say('Stack trace'),
  shellsession: session('Shell'), pythonsession: session('Python'), http: message('HTTP'), jnlp: () => say('Java Web Start'),

  png: picture('PNG'), jpeg: picture('JPEG'), gif: picture('GIF'), webp: picture('WebP'), bmp: picture('BMP'), tiff: picture('TIFF'),
  ico: () => say('Icon'), icns: () => say('macOS icon'), avif: picture('AVIF'), heif: picture('HEIF'), jxl: () => say('JPEG XL picture'),
  jp2: picture('JPEG 2000'), psd: picture('Photoshop'), xcf: picture('GIMP'), qoi: picture('QOI'), bpg: picture('BPG'),
  dwg: drawing('DWG'), dicom: picture('DICOM'), pdf: 'PDF', docx: document('Word'), xlsx: workbook('Excel'),
  pptx: presentation('PowerPoint'), doc: document('Word 97'), xls: workbook('Excel 97'), ppt: presentation('PowerPoint 97'),
  ole: document('OLE'), odt: () => say('OpenDocument text'), ods: () => say('OpenDocument spreadsheet'),
  odp: presentation('OpenDocument'), epub: () => say('EPUB book'), outlook: message('Outlook'), chm: () => say('Windows help'),
  zip: archive('ZIP'), gzip: archive('gzip'), bzip: archive('bzip2'), xz: archive('XZ'), zst: archive('Zstandard'), lz4: archive('LZ4'),
  lz: archive('lzip'), sevenzip: archive('7-Zip'), rar: archive('RAR'), tar: archive('tar'), cab: archive('Cabinet'),
  deb: softwarePackage('Debian'), rpm: softwarePackage('RPM'), ar: archive('ar'), arj: archive('ARJ'), ace: archive('ACE'),
  lha: archive('LHA'), xar: archive('XAR'), unixcompress: archive('compress'), jar: archive('Java'), apk: () => say('Android app'),
  crx: () => say('Chrome extension'), msi: () => say('Windows installer'), dmg: () => say('macOS disk image'), mp3: audio('MP3'),
  mp2: audio('MP2'), wav: audio('WAV'), flac: audio('FLAC'), ogg: audio('Ogg'), midi: 'MIDI', au: audio('AU'), mp4: video('MP4'),
  mkv: video('Matroska'), webm: video('WebM'), avi: video('AVI'), qt: video('QuickTime'), asf: () => say('Windows Media'), flv: video('Flash'),
  mpegts: () => say('MPEG transport stream'), '3gp': video('3GP'), swf: 'Flash', ttf: font('TrueType'), otf: font('OpenType'),
  woff: font('WOFF'), woff2: font('WOFF2'), elf: program('ELF'), macho: program('macOS'), pebin: program('Windows'), wasm: 'WebAssembly',
  javabytecode: () => say('Java class'), lnk: () => say('Windows shortcut'), sqlite: () => say('SQLite database'),
  parquet: table('Parquet'), arrow: table('Arrow'), avro: data('Avro'), pcap: () => say('Network capture'),
  applebplist: () => say('Binary property list'), icc: () => say('Colour profile'), pgp: data('PGP'), h5: data('HDF5'),
  npy: () => say('NumPy array'),
};

/** The name of a type by its label (§2.6 `Bar3DetectedTypeId`). An unknown label is shown as it is; an empty one stays empty. */
export function typeName(typeId: string): string {
  const name = Object.hasOwn(NAMES, typeId) ? NAMES[typeId] : undefined;
  if (name === undefined) return oneLine(typeId, 40);
  return typeof name === 'string' ? name : name();
}
