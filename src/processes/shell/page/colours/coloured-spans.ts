/** The parts of a coloured text, from the HTML that highlight.js makes of it. Pure. */

export const spanKinds = ['keyword', 'string', 'number', 'name', 'comment'] as const;
export type SpanKind = (typeof spanKinds)[number];

/** A part of a text, by its length in UTF-16 units; null for one without a colour. */
export type ColouredSpan = readonly [length: number, kind: SpanKind | null];

const kindOfClass: Readonly<Record<string, SpanKind>> = {
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-name': 'keyword',
  'hljs-section': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-symbol': 'string',
  'hljs-code': 'string',
  'hljs-deletion': 'string',
  'hljs-number': 'number',
  'hljs-bullet': 'number',
  'hljs-link': 'number',
  'hljs-title': 'name',
  'hljs-attr': 'name',
  'hljs-attribute': 'name',
  'hljs-property': 'name',
  'hljs-built_in': 'name',
  'hljs-type': 'name',
  'hljs-selector-class': 'name',
  'hljs-selector-id': 'name',
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-meta': 'comment',
  'hljs-addition': 'comment',
};

const entity = /&(?:amp|lt|gt|quot|#x27);/g;

/** Its parts in order; their lengths add up to that of the text. Only tags `span` occur, and the five entities. */
export function colouredSpans(html: string): readonly ColouredSpan[] {
  const spans: [number, SpanKind | null][] = [];
  const open: (SpanKind | null)[] = [];
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf('<', at);
    const text = html.slice(at, tag < 0 ? html.length : tag).replace(entity, '.');
    const kind = open.at(-1) ?? null;
    const last = spans.at(-1);
    if (last !== undefined && last[1] === kind) last[0] += text.length;
    else if (text !== '') spans.push([text.length, kind]);
    if (tag < 0) break;
    const end = html.indexOf('>', tag);
    if (end < 0) break;
    if (html[tag + 1] === '/') open.pop();
    else open.push(kindOfClass[/class="([\w-]+)/.exec(html.slice(tag, end))?.[1] ?? ''] ?? kind);
    at = end + 1;
  }
  return spans;
}
