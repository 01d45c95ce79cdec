/**
 * Which of the corpus' labels become types of the detector, and how often each is shown while learning. Pure data.
 *
 * People copy Python more often than DXF: what is common is shown more often, so that where a fragment could be either the common one is
 * said, and a rare type is said where the text speaks for it.
 */

/** Labels that are another one's finer parts, or are plain text to whoever asks. */
const folded: Readonly<Record<string, string>> = { elisp: 'lisp', h: 'c', hpp: 'cpp', prose: 'txt', pod: 'perl', conf: '', rdoc: '' };

/** Too few projects to be learned from, or nothing that a fragment shows. */
const leftOut = new Set(
  'agda autohotkey crystal gemfile haml hlsl internetshortcut jnlp m3u mako metapost mermaid opencl raku rdoc smali srt vtt winregistry vcard'.split(
    ' ',
  ),
);

const everyday = new Set(
  (
    'python javascript typescript java c cpp cs go rust ruby php shell sql html css json yaml xml markdown txt kotlin swift scala lua perl r ' +
    'haskell dart elixir erlang clojure groovy julia ocaml pascal objectivec matlab lisp prolog fortran cobol vba asm verilog powershell batch ' +
    'coffeescript cmake makefile dockerfile toml ini csv diff latex rst'
  ).split(' '),
);
const leading = new Set('python javascript java c cpp html css shell json yaml xml markdown sql'.split(' '));
const frequent = new Set('jsx tsx scss less vue vhdl tcl scheme ada log stacktrace shellsession proto graphql svg bib'.split(' '));

/** The type that a corpus' label is learned as; null for one that is not learned. */
export function learnedType(label: string): string | null {
  const type = folded[label] ?? label;
  return type === '' || leftOut.has(label) ? null : type;
}

/** How often a type is shown, beside one that is neither common nor rare. */
export function frequencyOf(type: string): number {
  if (type === 'txt') return 8;
  if (leading.has(type)) return 4.5;
  if (everyday.has(type)) return 3;
  return frequent.has(type) ? 1.5 : 0.8;
}
