/**
 * What texts of a type have, and texts of a similar, plainer type have not. A sign is wide rather than narrow: with it, the model decides; without it, the
 * text is of the plainer type. Data; no expression reads a character more than a few times.
 */
export interface Narrow {
  /** What only texts of this type have. */
  readonly sign: { readonly test: (text: string) => boolean };
  /** What a text without it may be; the most likely of them counts, or the first. */
  readonly otherwise: readonly string[];
  /** From this confidence on the model knows the type by something else, such as what a text imports. */
  readonly known?: number;
}

/** Not a type parameter, which directly follows a name. */
const element = /(?<![\w$])(?:<\/?[A-Za-z][\w.:-]*(?:\s[^<>]*)?\/?>|<>|<\/[\w.]*>|<[A-Z][\w.]*\s*$|<[a-z]+ [\w-]+=)/mu;
const component =
  /<\/?(?:template|script|style|slot|div|span|[A-Za-z][\w-]*)(?:\s[^<>]*)?>|\s(?:v-[a-z]+|@[a-z]+|:[a-z-]+|on:[a-z]+|bind:[a-z]+)=|\{[#/:@](?:if|each|await|key|html)|\$:|\bexport let\b|\bdefine(?:Props|Emits|Expose)\b|<[a-z][\w-]*\s*$/mu;

/** A rule inside another one: an indented selector, perhaps of several lines, and its brace. */
function orNested(sign: RegExp): Narrow['sign'] {
  return { test: (text) => sign.test(text) || hasIndentedRule(text) };
}

function hasIndentedRule(text: string): boolean {
  let startsLine = true;
  let isIndent = false;
  let isSelector = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const isBlank = /\s/u.test(character);
    const isBrace = character === '{' || character === '}';
    if (isSelector && character === '{') return true;
    isSelector = (isIndent && !isBlank && !isBrace) || (isSelector && !isBrace && character !== ':' && character !== ';');
    isIndent = isBlank && (isIndent || startsLine);
    startsLine = /[\n\r\u2028\u2029]/u.test(character);
  }
  return false;
}

/** For a type that no text with this sign is of. */
function unless(sign: Narrow['sign']): Narrow['sign'] {
  return { test: (text) => !sign.test(text) };
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r]/u).filter((line) => line.trim() !== '');
}

/** A whole class that ends with its brace: in C++ a semicolon follows. */
const wholeClass: Narrow['sign'] = {
  test: (text) =>
    /^\s{0,80}(?:[a-z]{1,20} ){0,3}class \w{1,80}[^;{}]{0,200}\{/u.test(text.slice(0, 400)) &&
    /\}\s*$/u.test(text.slice(-80)) &&
    !text.includes('};'),
};

/** What C lacks and its relatives have. */
const beyondC =
  /::|\b(?:class|namespace|template|public|private|protected|nullptr|cout|cin|this\.|new [A-Z])|\b(?:int|char|float|double|long|bool|auto|[A-Z]\w{0,40}) ?& ?\w{1,40} ?[,)]/u;

/** Groovy ends most statements with their line. */
const unendedStatement: Narrow['sign'] = {
  test: (text) =>
    /\b(?:def|println|it)\b|->|"""|\$\{|\[:|=~/u.test(text) ||
    linesOf(text).some((line) => /[\w)"'\]]\s*$/u.test(line) && !/^[ \t]{0,40}(?:@|\*|\/)/u.test(line)),
};

/** A value of YAML, a list, something indented, or a key as programs write it: `max_size`, `apiVersion`, `BasedOnStyle`. */
const settings: Narrow['sign'] = {
  test: (text) =>
    linesOf(text).some((line) =>
      /^(?:\s|[-#"'{[?&*!%]|\.\.\.|\p{Ll}|\p{L}*\p{Ll}\p{Lu}|[^:]{0,80}[_.]\w)|^[^:]{0,80}:(?:$|\s+(?:["'[{|>&*!]|(?:true|false|null|yes|no|on|off)$))/u.test(
        line,
      ),
    ),
};

/** A macro, a list, or two of its own keys. */
const headOfPackage: Narrow['sign'] = {
  test: (text) =>
    /%[\w{]|^[-*] /mu.test(text) ||
    linesOf(text).filter((line) =>
      /^(?:Name|Version|Release|Summary|License|Source|Patch|BuildRequires|Requires|Provides|Obsoletes|BuildArch|Epoch|Group|URL|Prefix|Vendor|Packager)\d{0,3}[ \t]{0,20}:/u.test(
        line,
      ),
    ).length > 1,
};

/** Blocks of an nginx configuration: its variables begin with `$` as those of Perl do. */
const blockOfServer =
  /^[ \t]{0,40}(?:(?:server|http|events|stream|mail) ?\{|(?:upstream|location|map|geo|limit_except) [^;{}\n\r\u2028\u2029]{1,200}\{)/mu;

/** Statements of Python that Starlark, which looks like it, lacks; as whole lines, because documentation has their words too. */
const statementOfPython =
  /^[ \t]*(?:class \w+(?:\([^()]*\))?:|import [\w.]+(?: as \w+)?[ \t]*$|from [\w.]+ import [\w(*]|raise \w+\(|try:|except(?: [^:]+)?:|(?:with|while) [^:]+:[ \t]*$|async def |@\w[\w.]*[ \t]*$|def \w+\((?:self|cls)\b|def \w+\([^()]*\) ?->)/u;
const beyondStarlark: Narrow['sign'] = { test: (text) => linesOf(text).some((line) => statementOfPython.test(line)) };

/** What programs with braces begin with, whose names Clojure has too (`function`, `const` within a line). */
const beyondClojure = /^[ \t]{0,80}(?:export )?(?:function \w{1,80} ?\([^()\n]{0,300}\) ?\{|(?:const|let) \w{1,80} ?=)/mu;

/** Code that a document quotes is code. */
const marksOfMarkdown = /^\s{0,3}(?:#{1,6} |[-*+] |\d{1,3}[.)] |>|\||[=~-]{3}|\[)|`|\*\*|__|\]\(|!\[|<[a-z/!]/mu;
const isMarked: Narrow['sign'] = { test: (text) => marksOfMarkdown.test(text) || !endsAsCode(linesOf(text)) };

/** Most lines end in a sign with which hardly a sentence ends, and there is another sign of code. */
export function endsAsCode(lines: readonly string[]): boolean {
  const ended = lines.filter((line) => /[;{}(]\s*$|\)[,]?\s*$/u.test(line)).length;
  return ended >= lines.length / 2 && lines.some((line) => /\w[([]|[=<>{}]|[([]$/u.test(line));
}

// biome-ignore format: a table
export const typeSigns: Readonly<Record<string, Narrow>> = {
  tsx: { sign: element, otherwise: ['typescript', 'javascript'] },
  jsx: { sign: element, otherwise: ['javascript', 'typescript'] },
  vue: { sign: component, otherwise: ['typescript', 'javascript', 'css', 'scss', 'html'] },
  svelte: { sign: component, otherwise: ['typescript', 'javascript', 'css', 'scss', 'html'] },
  typescript: {
    sign: /[\w)\]?]\s?:\s?(?:\(|\{|(?:string|number|boolean|any|unknown|void|never|null|undefined|object|symbol|bigint|readonly|typeof|keyof|[A-Z])\b|[A-Z]\w|['"`])|\?:|\w\[\]|\w!(?=[.;,)\]])|\w<[\w[{'"]|^[ \t]{0,40}[|&]\s|\b(?:interface|enum|namespace|declare|readonly|implements|abstract|satisfies|keyof|infer|override|private|public|protected) |\btype [A-Za-z_{]|\w: -?\d+;|\.d\.ts\b|\bas (?:const|any|unknown|string|number|[A-Z])|^[ \t]{0,40}@[A-Z]\w*\(/mu,
    otherwise: ['javascript'],
    known: 0.8,
  },
  ejs: { sign: /<%/u, otherwise: ['javascript', 'html'] },
  jsp: { sign: /<%|<\/?\w+:|\$\{/u, otherwise: ['java', 'html'] },
  html: { sign: /<[A-Za-z!/]|&#?\w+;/u, otherwise: ['javascript', 'css', 'php'] },
  markdown: { sign: isMarked, otherwise: ['javascript', 'cpp', 'python', 'typescript', 'shell'] },
  solidity: {
    sign: /\b(?:contract|pragma|u?int\d|address|mapping|returns|memory|storage|calldata|external|internal|view|payable|emit|msg|require|bytes\d*)\b/u,
    otherwise: ['javascript'],
  },
  scss: {
    sign: orNested(/\$[\w-]+|&|@(?:include|mixin|extend|use|forward|if|else|each|function|return|import)\b|\/\/|#\{|\{[^{}]*\{/u),
    otherwise: ['css'],
  },
  less: {
    sign: orNested(/@[\w-]+\s*:|@\{|&|\/\/|\.[\w-]+(?:\([^()\n]{0,200}\))?;|~["']|\{[^{}]*\{|\bwhen\b/u),
    otherwise: ['css'],
  },
  cuda: {
    sign: /__(?:global|device|host|shared|constant|forceinline|syncthreads|ldg)(?:_[A-Za-z0-9]+)*__|<<<|\b(?:cuda|cu|CUDA|thrust|cub)[A-Z_:]\w*|\b(?:threadIdx|blockIdx|blockDim|gridDim|__syncthreads|atomicAdd)\b|\bcuda\b/u,
    otherwise: ['cpp', 'c'],
  },
  c: { sign: unless(beyondC), otherwise: ['cpp', 'java', 'cs', 'd'] },
  cpp: { sign: unless(wholeClass), otherwise: ['java', 'cs', 'd'] },
  lex: { sign: /%[%{a-z]|\byy/u, otherwise: ['c', 'cpp'] },
  bison: { sign: /%[%{a-z]|\$\$|\$\d|@\d|\byy/u, otherwise: ['c', 'cpp'] },
  glsl: { sign: /\b(?:[biu]?vec[234]|mat[234]|uniform|varying|attribute|sampler\w{1,20}|precision|layout|gl_\w{1,40})\b/u, otherwise: ['c', 'cpp'] },
  d: {
    sign: /\b(?:import|module|write(?:f|ln|fln)?|unittest|foreach(?:_reverse)?|immutable|auto|pure|nothrow|mixin|alias|version|scope|ref|in|out|inout|cast|string|[dw]string|u?(?:byte|short|int|long)(?=\[)|u(?:byte|short|int|long)|size_t|debug|delegate|function|assert|enforce|is|static if|static this|real|with|shared|lazy|invariant|override|interface|struct|union|template|package|extern|deprecated|const)\b|@(?:safe|trusted|nogc|property|disable)|~|!\(|!\w|\$\]|\[\]|\.\.|\/\+|\bthis\(|\w\([A-Z]\w{0,40}\)|`/u,
    otherwise: ['java', 'cs', 'c', 'cpp'],
  },
  dart: {
    sign: /\b(?:import|part|export|library|final|late|var|const|Widget|Future|Stream|async|await|String|List|Map|Set|print|dynamic|required|num|bool|factory|mixin|get|set|override|super|State)\b|=>|'|\?\.|\?\?|\?\s|\.\.|\$\{?\w|@override|void main\(/u,
    otherwise: ['c', 'java', 'javascript', 'cs'],
  },
  groovy: { sign: unendedStatement, otherwise: ['java'] },
  cs: {
    sign: /\b(?:using|namespace|string|bool|var|foreach|get|set|async|await|override|virtual|sealed|internal|readonly|partial|delegate|event|out|ref|nameof|Task|object|decimal|base|struct|uint|byte|is|as|where|unsafe|params)\b|=>|\?\?|\?\.|\$"|@"|\.[A-Z]|^[ \t]{0,40}(?:\{|\[[A-Z]|#\w|\/\/\/)|(?<!new )(?<!class )\b[A-Z][a-z]\w{1,60}\(|\bI[A-Z]/mu,
    otherwise: ['java'],
  },
  swift: { sign: /\b(?:func|let|var|case|guard|import|init|extension|protocol|struct|self|Self|nil|inout|some|where)\b|->|\?\.|@\w|:/u, otherwise: ['java', 'kotlin'] },
  php: { sign: /\$|<\?|->|=>|::|\b(?:function|namespace|use|echo|array|fn)\b|^[ \t]{0,40}(?:\*|\/\*|\/\/|#)/mu, otherwise: ['java', 'javascript', 'cs'] },
  perl: { sign: unless(blockOfServer), otherwise: ['txt'] },
  pythonsession: { sign: /^[^\S\n\r\u2028\u2029]*(?:>>>|\.\.\.|In \[\d+\]:)/mu, otherwise: ['python'] },
  bazel: { sign: unless(beyondStarlark), otherwise: ['python'] },
  clojure: { sign: unless(beyondClojure), otherwise: ['javascript', 'typescript'] },
  yaml: { sign: settings, otherwise: ['txt'] },
  shellsession: { sign: /[$#%>❯➜»]\s|\$\(/u, otherwise: ['txt'] },
  rpmspec: { sign: headOfPackage, otherwise: ['txt'] },
  http: { sign: /HTTP\/\d|^(?:GET|POST|PUT|DELETE|HEAD|PATCH|OPTIONS|CONNECT) |^[A-Za-z]+-[A-Za-z-]+:|^(?:Host|Accept|Server|Cookie|Connection|Authorization|Location|Origin|Referer|Via|Vary|Age|ETag|Expires):/mu, otherwise: ['txt'] },
  deb822: { sign: /^(?:Package|Source|Version|Architecture|Maintainer|Depends|Section|Priority|Description|Files|License|Copyright|Format|Types|URIs|Suites|Components|Homepage|Origin|Label|Suite|Codename|Comment|Tests|Binary|Uploaders)\b|^[A-Za-z]+-[A-Za-z-]+:|^\s\S/mu, otherwise: ['txt'] },
  eml: { sign: /@|^[A-Za-z]+-[A-Za-z-]+:|=[0-9A-F]{2}|=$|^>|<\w|^[\w+/]{60}|^--/mu, otherwise: ['txt'] },
  ini: { sign: /=|^[ \t]{0,40}\[|^[ \t]{0,40}[;#]/mu, otherwise: ['txt'] },
  diff: { sign: /^(?:[+-]|@@|diff |index |Index: |\*\*\*|[<>] |[ \t])/mu, otherwise: ['txt'] },
};

/** What hardly any other type has: a text that is most likely of this type, and whose lines end as code does, is surely of it. */
export const provingSigns: Readonly<Record<string, RegExp>> = {
  typescript:
    /^export declare (?:abstract )?(?:function|type|const|let|class|interface|enum|namespace) \w|^declare (?:global|module|namespace) ?[\w'"{]/mu,
  cpp: /\bstd::[a-z]|\bc(?:out|err) ?<<|\bcin ?>>|\btemplate ?<(?:typename|class) |\b(?:static|const|dynamic|reinterpret)_cast<|\bnullptr\b|\bvirtual [\w~]|\b[A-Z]\w{0,60}::~?\w{1,60}\(|\bconst [\w:]{1,60} ?& ?\w/u,
  javascript:
    /\bconsole\.(?:log|error|warn|info|table|debug)\(|\bdocument\.[a-z]|(?<![=!])[=!]==(?!=)|\bmodule\.exports\b|\brequire\(['"]|^[ \t]{0,40}(?:export )?const [\w{[]|^[ \t]{0,40}let \w{1,60} ?[=;]|\bfunction ?\w{0,60}\([\w, ]{0,200}\) ?\{/mu,
};
