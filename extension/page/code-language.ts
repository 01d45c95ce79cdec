/** The language of a code block, as pages and their highlighters name it in classes and attributes. Pure. */

/** What highlighters put before the name: Prism, highlight.js, GitHub, Sphinx, pandoc. */
const prefixes = ['language-', 'lang-', 'highlight-source-', 'highlight-text-', 'highlight-', 'brush:', 'sourceCode-', 'code-'];
/** Names of classes beside the language that are no language. */
const noLanguages = new Set(
  'hljs highlight code sourcecode prettyprint prettyprinted linenums default none plain plaintext text notranslate nohighlight no-highlight block inline line-numbers wrapper shiki chroma'.split(
    ' ',
  ),
);
/** The short names that Markdown uses most, for those that pages use. */
const usual: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  'c#': 'csharp',
  ipython3: 'python',
  python3: 'python',
  pycon: 'python',
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  console: 'console',
  'shell-session': 'console',
  'html-basic': 'html',
  yml: 'yaml',
};

export interface ClassesOf {
  readonly classes: readonly string[];
  /** `data-lang`, `data-language`, `lang` of a `<pre>` and the like. */
  readonly named: readonly (string | null)[];
}

/** From the element itself outwards: the first that names a language decides; null: none does. */
export function languageOf(elements: readonly ClassesOf[]): string | null {
  for (const { classes, named } of elements) {
    const told = named.map((name) => plainName(name ?? '')).find((name) => name !== null);
    if (told !== undefined) return told;
    const prefixed = classes.map(prefixedName).find((name) => name !== null);
    if (prefixed !== undefined) return prefixed;
    // `hljs python`, `sourceCode haskell`: the language stands beside the highlighter.
    const isHighlighted = classes.some((name) => /^(hljs|sourcecode|prettyprint|brush:)$/i.test(name));
    const beside = isHighlighted ? classes.map(plainName).find((name) => name !== null) : undefined;
    if (beside !== undefined) return beside;
  }
  return null;
}

function prefixedName(name: string): string | null {
  const prefix = prefixes.find((one) => name.toLowerCase().startsWith(one.toLowerCase()));
  return prefix === undefined ? null : plainName(name.slice(prefix.length));
}

function plainName(name: string): string | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/;$/, '')
    .replace(/-(?:basic|extended)$/, '');
  if (!/^[a-z][a-z0-9+#.-]{0,30}$/.test(plain) || noLanguages.has(plain)) return null;
  return usual[plain] ?? plain;
}
