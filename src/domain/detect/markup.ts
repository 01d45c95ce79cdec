/** XML and its family, HTML, and the languages that live in them, told by what they open with. */
import type { Claim, Sample } from './sample.ts';

const HTML_TAGS =
  /^(?:html|head|body|title|meta|link|script|style|div|span|p|a|img|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|form|input|button|label|select|option|textarea|h[1-6]|header|footer|main|nav|section|article|aside|figure|figcaption|br|hr|b|i|em|strong|small|code|pre|blockquote|iframe|video|audio|canvas|details|summary)$/iu;

/** Kinds of XML by root element. */
const ROOTS: readonly (readonly [typeId: string, root: RegExp])[] = [
  ['svg', /^(?:svg:)?svg$/u],
  ['appleplist', /^plist$/u],
  ['rdf', /^rdf:RDF$/u],
  ['gpx', /^gpx$/u],
  ['xsd', /^(?:xsd?:)?schema$/u],
  ['html', /^html$/iu],
];

/** A claim where the text is markup from its first character (or has a PHP tag); else null. */
export function claimMarkup(sample: Sample): Claim | null {
  const { text } = sample;
  if (/^[^`]*<\?php\b/u.test(text.slice(0, 8_192)) && !/^(?:`{3}|~{3}|# )/u.test(text))
    return { typeId: 'php', confidence: text.startsWith('<?php') ? 0.98 : 0.93 };
  if (!text.startsWith('<')) return null;
  const start = text.slice(0, 4_096);
  if (/^<(?:%@|%--|%)/u.test(start))
    return { typeId: /\b(?:end|each|do)\b|<%= \w+(?:_\w+)* %>/u.test(start) ? 'erb' : 'asp', confidence: 0.7 };
  if (/^<!doctype html|^<!--\[if/iu.test(start)) return { typeId: templated(text) ?? 'html', confidence: 0.97 };
  const declared = /^<\?xml\b/u.test(start);
  const root = rootOf(start);
  if (root === null) return declared ? { typeId: 'xml', confidence: 0.95 } : null;
  const kind = kindOf(root, start);
  if (declared) return { typeId: kind ?? 'xml', confidence: 0.97 };
  return claimElement(sample, root, kind);
}

function rootOf(start: string): string | null {
  const prolog = /^(?:<\?[^>]{0,500}\?>\s*|<!--[\s\S]{0,2000}?-->\s*|<!doctype[^>]{0,500}>\s*){0,8}/iu.exec(start)?.[0] ?? '';
  return /^<([A-Za-z_][\w.:-]*)(?=[\s/>])/u.exec(start.slice(prolog.length))?.[1] ?? null;
}

function kindOf(root: string, start: string): string | null {
  if (root === 'Project' && /<Project\s[^>]*Sdk=|<TargetFramework|<PackageReference/u.test(start)) return 'csproj';
  if (root === 'Project' && /<ClCompile|VCProjectVersion/u.test(start)) return 'vcxproj';
  return ROOTS.find(([, shape]) => shape.test(root))?.[0] ?? null;
}

/** Markup without a prolog: a root that is closed again, or at least two tags. */
function claimElement(sample: Sample, root: string, kind: string | null): Claim | null {
  const { text } = sample;
  const names = [...text.slice(0, 8_192).matchAll(/<\/?([A-Za-z_][\w.:-]*)(?=[\s/>])/gu)].map((match) => match[1] ?? '');
  const tags = names.length;
  const closed = text.endsWith(`</${root}>`) || (tags === 1 && /\/>$/u.test(text));
  if (/^(?:template|script)$/u.test(root) && /<template\b/u.test(text) && /<script\b/u.test(text))
    return { typeId: 'vue', confidence: 0.93 };
  if (isJsx(text.slice(0, 8_192), root)) return { typeId: 'jsx', confidence: closed ? 0.8 : 0.6 };
  if (kind !== null) return { typeId: kind, confidence: closed || !sample.whole ? 0.96 : 0.85 };
  // XML has a title, a link and a summary too, but among tags of its own.
  const html = HTML_TAGS.test(root) && names.filter((name) => HTML_TAGS.test(name) || name.includes('-')).length / tags >= 0.8;
  if (tags < 2 && !closed) return null;
  return { typeId: html ? (templated(text) ?? 'html') : 'xml', confidence: closed ? 0.93 : html ? 0.85 : 0.65 };
}

function isJsx(start: string, root: string): boolean {
  return (
    /\s(?:className|on[A-Z]\w*|key|style|ref)=\{|=\{\s*\(?[\w.]*\)?\s*=>|\{\.\.\.\w+\}|^<>/u.test(start) ||
    (/^[A-Z]/u.test(root) && /\s\w+=\{/u.test(start))
  );
}

/** HTML that is filled in by something else. */
function templated(text: string): string | null {
  const start = text.slice(0, 8_192);
  if (/\{%-?\s*(?:block|extends|for|if|include|load|endif|endfor|endblock)\b/u.test(start)) return 'jinja';
  if (/\{\{[#/](?:each|if|unless|with)\b/u.test(start)) return 'handlebars';
  if (/<%=?\s/u.test(start)) return 'erb';
  return null;
}
