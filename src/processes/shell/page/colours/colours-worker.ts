/**
 * The worker that finds the parts of code. It runs expressions of a library over texts of strangers: whoever asks it waits for a short time only, and
 * ends it then. It sees nothing but the text, and answers with lengths and kinds.
 */
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import markdown from 'highlight.js/lib/languages/markdown';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type ColouredSpan, colouredSpans } from './coloured-spans.ts';

/** By the labels of Hub's types. */
const languages = {
  ...{ c, cpp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, lua, markdown, php, powershell, python, ruby, rust, sql },
  ...{ swift, typescript, xml, yaml, shell: bash, shellsession: shell, cs: csharp, html: xml, svg: xml, jsonc: json, jsonl: json },
  ...{ toml: ini, properties: ini, jsx: javascript, tsx: typescript, scss: css, less: css, vue: xml, h: c },
};

for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language);

export interface ColoursQuestion {
  readonly text: string;
  readonly language: string;
}

/** More than these would be slow to draw. */
const mostSpans = 6_000;

addEventListener('message', ({ data }: MessageEvent<ColoursQuestion>) => {
  const { text, language } = data;
  let spans: readonly ColouredSpan[] = [];
  if (highlighter.getLanguage(language) !== undefined) {
    spans = colouredSpans(highlighter.highlight(text, { language, ignoreIllegals: true }).value);
  }
  postMessage(spans.length > mostSpans ? [] : spans);
});
