/**
 * Which labels of the corpus become types of the detector, and how often each is used in training. Pure data.
 *
 * People copy Python more often than DXF. Common types are used more often, so that the model prefers the common type if a fragment could be either,
 * and a rare one only if the text supports it.
 */

/** Labels that are part of another type, or plain text to users. The empty string means that the label is not trained. */
const mergedInto: Readonly<Record<string, string>> = { elisp: 'lisp', h: 'c', hpp: 'cpp', prose: 'txt', pod: 'perl', conf: '', rdoc: '' };

/** Labels with too few projects to train on, or that a fragment cannot show. */
const untrained = new Set(
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

/** The type that a label of the corpus is trained as; null if it is not trained. */
export function learnedType(label: string): string | null {
  const type = mergedInto[label] ?? label;
  return type === '' || untrained.has(label) ? null : type;
}

/** How often a type is used in training, relative to one that is neither common nor rare. */
export function frequencyOf(type: string): number {
  if (type === 'txt') return 8;
  if (leading.has(type)) return 4.5;
  if (everyday.has(type)) return 3;
  return frequent.has(type) ? 1.5 : 0.8;
}
