/** What a piece of a program defines, by the lines in which common languages begin a definition: a function, a class, a type, a selector, a table. Pure. */

/** A definition begins with `head`, whose first group is its name, and goes on with `rest`: a sentence that begins with such a word does not. */
interface Form {
  readonly head: RegExp;
  readonly rest: RegExp;
}

const modifiers =
  /^(?:(?:export|default|declare|public|private|protected|internal|fileprivate|static|abstract|sealed|final|async|open|data|inline|pub|pub\(crate\)|unsafe|partial|suspend|case|local|override|readonly|virtual) ){1,5}/i;
const anything = /^/;

const forms: readonly Form[] = [
  {
    head: /^(?:class|interface|struct|enum|trait|record|object|protocol|module|namespace|union|extension|actor) ([A-Za-z_$][\w$]{0,80})/,
    // In some languages the brace is in the next line, or there is none.
    rest: /^(?: ?[(<:{;=]| (?:extends|implements|permits|with|where|for|final|do|is)\b)[^\n]{0,500}[{:);},(>]$|^ ?(?:[{:;]|do)?$|^ (?:extends|implements|<|:) [A-Z][\w.:<>, ]{0,200}$/,
  },
  { head: /^type ([A-Z][\w$]{0,80})/, rest: /^ ?[=<]/ },
  { head: /^type ([A-Za-z_]\w{0,80})/, rest: /^ (?:struct|interface|func)\b/ },
  { head: /^(?:message|service|input|model|query|mutation|contract|entity) ([A-Z]\w{0,80})/, rest: /^[^{]{0,200}\{$/ },
  { head: /^impl(?:<[^<>]{0,60}>)? (?:[\w:]{1,60} for )?([A-Z]\w{0,80})/, rest: /^[^{]{0,100}\{$/ },
  { head: /^(?:defmodule|macro_rules!) ([A-Za-z_][\w.]{0,80})/, rest: /^ ?(?:do|\{)?$/ },
  // The receiver of Go, and the parts of `Tide.height` in Lua and of `Get-Tide` in PowerShell.
  {
    head: /^(?:function\*?|func|fun|fn|sub|proc) (?:\([^()]{0,60}\) ?)?([A-Za-z_$][\w$]{0,80}(?:[.:-][A-Za-z_]\w{0,40}){0,3})/i,
    rest: /^ ?[(<[{]/,
  },
  { head: /^defp? ((?:self\.)?[A-Za-z_]\w{0,80}[?!]?)/, rest: /^ ?[(:=[]|^(?: do)?$/ },
  { head: /^\((?:defun|defn-?|defmacro|defmethod|define|defvar|def) \(?([^\s()]{1,80})/, rest: anything },
  {
    head: /^(?:const|let|var|val) ([A-Za-z_$][\w$]{0,80})/,
    rest: /^(?: ?:[^=]{1,120})? ?= ?(?:async )?(?:function\b|\([^()]{0,200}\) ?(?::[^=]{1,80})?=>|[\w$]{1,40} ?=>|\($)/,
  },
  { head: /^([A-Za-z_$][\w$.]{0,120})/, rest: /^ ?(?:<-|=) ?(?:async )?function ?[*(\w]/ },
  { head: /^([a-z][\w']{0,80}) :: /, rest: anything },
  // A table of SQL without its schema.
  {
    head: /^create (?:or replace )?(?:(?:global|local|temp|temporary|unlogged|unique|materialized|external|recursive) ){0,3}(?:table|view|index|function|procedure|trigger|type|schema|database|sequence) (?:concurrently )?(?:if not exists )?(?:["`[]?\w{1,60}["`\]]?\.){0,2}["`[]?(\w{1,60})/i,
    rest: /^["`\]]?(?: ?[(;]|$| (?:as|on|after|before|instead|returns)\b)/i,
  },
];

/** A type, as in C, Java and C#, and a name with its parameters. */
const ofC =
  /^(?:(?:const|unsigned|extern) ){0,3}([A-Za-z_]\w{0,40}(?:<[\w, ]{0,40}>)?)(?:\[\])?[ *&]{1,4}(?:[A-Za-z_]\w{0,40}::)?([A-Za-z_]\w{0,60})( ?\([^;]{0,300})$/;
/** Its parameters go on in the next line, or its brace is there. A remark in a sentence stands apart from its word, and `(s)` is an ending of it. */
const openOfC = /^\((?:[^s]|s[^)]|$).{0,300}[,()]$|^\($/;
/** A method without a word before it, and a function of a shell. */
const bare = /^[*#]?([A-Za-z_$][\w$-]{0,80}) ?\([^()]{0,200}\) ?(?::[^{]{1,80})?\{/;
/** The first selector of a rule. */
const selector =
  /^([.#][A-Za-z_-][\w-]{0,80}[^{},;()"'=]{0,120}|(?:body|html|main|header|footer|nav|section|article|aside|p|a|ul|ol|li|h[1-6]|table|t[dhr]|div|span|img|button|input|form|label|select|textarea|pre|code|blockquote|figure|svg)(?:[.#:[ >+~][^{},;()"'=]{0,120})?)(?:\{|,$)/;
const notNames: ReadonlySet<string> = new Set(
  'if else elif elseif while for foreach until unless switch match catch with using lock synchronized return throw new delete await yield case goto in not and or when do try print echo function select SELECT'.split(
    ' ',
  ),
);

/** The name of what a line defines; null if it defines nothing. */
export function definedName(whole: string): string | null {
  const line = whole.trim();
  const plain = line.replace(modifiers, '');
  for (const { head, rest } of forms) {
    const found = head.exec(plain);
    if (found !== null && rest.test(plain.slice(found[0].length))) return found[1] ?? null;
  }
  const [, type = '', called, parameters = ''] = ofC.exec(plain) ?? [];
  const isOfC = parameters.endsWith('{') || openOfC.test(parameters);
  if (called !== undefined && isOfC && !notNames.has(type) && !notNames.has(called)) return called;
  const method = bare.exec(plain)?.[1];
  if (method !== undefined && !notNames.has(method)) return method;
  return selector.exec(line)?.[1] ?? null;
}

/** What stands before a definition and belongs to it: a decorator, an attribute, an annotation, the parameters of a template. */
const belonging = /^(?:@[\w.]{1,80}(?:\(.{0,300})?|#!?\[.{0,300}\]|\[[A-Z]\w{0,60}(?:\(.{0,300})?\]|template ?<.{0,300})$/;

/** What the piece begins with defining; null if it begins otherwise. */
export function firstDefined(lines: readonly string[]): string | null {
  const first = lines.find((line) => !belonging.test(line.trim()));
  return first === undefined ? null : definedName(first);
}

/** `tideHeight` → `tide-Height`, `HTTPServer` → `HTTP-Server`: the words of a name. */
export function wordsOfName(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-');
}
