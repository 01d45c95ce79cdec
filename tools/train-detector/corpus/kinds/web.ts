/** Languages of web pages and their templates, and shaders. */
import type { Kind } from '../kind.ts';

/** A React module that has elements. Elements in strings and comments are not at the start of a line. */
const hasElements = (text: string): boolean =>
  /(from|require\()\s*['"]react/.test(text) && /^\s*(return\s*\(?\s*)?<[A-Za-z][\w.]*[\s>/]/m.test(text);
const typed = /^import type|@flow|^\s*(export )?type \w+ =/m;

export const webKinds: readonly Kind[] = [
  { label: 'asp', form: 'code', endings: 'asp aspx ascx ashx asax master', looks: /<%/ },
  { label: 'coffeescript', form: 'code', endings: 'coffee', names: /^Cakefile$/, looks: /->|=|:/ },
  { label: 'css', form: 'code', endings: 'css', looks: /[{}]/ },
  {
    label: 'django',
    form: 'code',
    places: /(django|mailman|postorius|hyperkitty|horizon|rest_framework|lava).*\/templates\/.*\.html$/,
    looks: /\{%\s*(load|block|extends|include|if|for|trans|url|with|csrf_token)\b/,
  },
  { label: 'ejs', beyond: true, form: 'code', endings: 'ejs', looks: /<%/ },
  { label: 'erb', form: 'code', endings: 'erb rhtml epp', looks: /<%/ },
  {
    label: 'glsl',
    beyond: true,
    form: 'code',
    endings: 'glsl frag vert geom fs vs shader_test',
    looks: /\bvoid\s+main\b|\bgl_\w|^#version|\buniform\b/m,
  },
  { label: 'graphql', beyond: true, form: 'code', endings: 'graphql gql graphqls', looks: /[{}]/ },
  { label: 'haml', beyond: true, form: 'code', endings: 'haml', looks: /^\s*[%.#=-]/m },
  { label: 'handlebars', form: 'code', endings: 'hbs handlebars mustache', looks: /\{\{/ },
  { label: 'hlsl', beyond: true, form: 'code', endings: 'hlsl fx fxh', looks: /\b(float[234]|cbuffer|SV_|register)\b/ },
  { label: 'hta', form: 'code', endings: 'hta' },
  {
    label: 'html',
    form: 'data',
    endings: 'html htm xhtml xht',
    looks: /<(!doctype html|html|head|body|div|p|table|a|h1)\b/i,
    unlike: /\{%\s*\w|<%|<\?php|\{\{[#\w]/,
  },
  {
    label: 'javascript',
    form: 'code',
    endings: 'js mjs cjs',
    interpreters: /^node(js)?$/,
    looks: (text) => /[;{}()=]/.test(text) && !hasElements(text),
    unlike: typed,
  },
  { label: 'jinja', form: 'code', endings: 'j2 jinja jinja2', looks: /\{[{%#]/ },
  { label: 'jsp', beyond: true, form: 'code', endings: 'jsp jspx tag jspf', looks: /<%|<jsp:|<c:/ },
  { label: 'jsx', form: 'code', endings: 'jsx mjsx cjsx', looks: /</, unlike: typed },
  { label: 'jsx', form: 'code', endings: 'js', looks: hasElements, unlike: typed },
  { label: 'less', beyond: true, form: 'code', endings: 'less', looks: /[{}]/ },
  { label: 'liquid', beyond: true, form: 'code', endings: 'liquid', looks: /\{[{%]/ },
  { label: 'mako', beyond: true, form: 'code', endings: 'mako', looks: /<%|\$\{/ },
  { label: 'pug', beyond: true, form: 'code', endings: 'pug jade', looks: /^\s*[\w.#]+/m },
  { label: 'sass', beyond: true, form: 'code', endings: 'sass', looks: /^\s+[\w-]+:|^=|^\+|^@/m, unlike: /;\s*$/m },
  { label: 'scss', form: 'code', endings: 'scss', looks: /[{};]/ },
  { label: 'stylus', beyond: true, form: 'code', endings: 'styl' },
  { label: 'svelte', beyond: true, form: 'code', endings: 'svelte', looks: /[<{]/ },
  { label: 'svg', form: 'data', endings: 'svg', looks: /<svg\b/ },
  { label: 'tsx', form: 'code', endings: 'tsx', looks: /</ },
  { label: 'twig', form: 'code', endings: 'twig', looks: /\{[{%#]/ },
  { label: 'typescript', form: 'code', endings: 'ts mts cts', unlike: /^\s*<(\?xml|!DOCTYPE)/, looks: /[;{}()=]/ },
  { label: 'vue', form: 'code', endings: 'vue', looks: /<(template|script)\b/ },
  { label: 'wgsl', beyond: true, form: 'code', endings: 'wgsl' },
];
