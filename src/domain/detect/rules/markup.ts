/** XML, its family and PHP, recognized by how they begin. Pages and parts of them exist in many languages, which the model distinguishes. */
import type { Claim, Sample } from '../text-sample.ts';

/** Types of XML by root element. */
const ROOTS: readonly (readonly [typeId: string, root: RegExp])[] = [
  ['svg', /^(?:svg:)?svg$/u],
  ['appleplist', /^plist$/u],
  ['rdf', /^rdf:RDF$/u],
  ['gpx', /^gpx$/u],
  ['xsd', /^(?:xsd?:)?schema$/u],
  ['jnlp', /^jnlp$/u],
  ['html', /^html$/iu],
];

/** A claim if the root element or a declaration decides; otherwise null. */
export function claimMarkup(sample: Sample): Claim | null {
  const { text } = sample;
  if (/^<\?php\b/u.test(text)) return { typeId: 'php', confidence: 0.98 };
  // A page with PHP in it is PHP, wherever that begins; a page about PHP quotes it.
  const page = text.slice(0, 8_192);
  if (page.includes('<?php') && /^[^`]*<\?php\s/u.test(page) && !/^# /u.test(text)) return { typeId: 'php', confidence: 0.95 };
  if (!text.startsWith('<')) return null;
  const start = text.slice(0, 4_096);
  const root = rootOf(start);
  if (root === null) return null;
  const kind = kindOf(root, start);
  if (root === 'Project' && kind === null) return null; // A project of MSBuild; its type depends on what comes further down.
  if (/^<\?xml\b/u.test(start)) return { typeId: kind ?? 'xml', confidence: 0.97 };
  return kind !== null && kind !== 'html' && isClosed(sample, root) ? { typeId: kind, confidence: 0.97 } : null;
}

function isClosed({ text, whole }: Sample, root: string): boolean {
  return !whole || text.endsWith(`</${root}>`);
}

function rootOf(start: string): string | null {
  let rest = start;
  for (let parts = 0; parts < mostPrologParts; parts += 1) {
    const length = prologPart(rest);
    if (length === 0) break;
    rest = rest.slice(length).trimStart();
  }
  return /^<([A-Za-z_][\w.:-]*)(?=[\s/>])/u.exec(rest)?.[1] ?? null;
}

const mostPrologParts = 8;
const longestInstruction = 500;
const longestComment = 2_000;

/** The length of the declaration, comment or document type that a text begins with; 0 if there is none, or it is too long to be part of a prolog. */
function prologPart(text: string): number {
  if (text.startsWith('<!--')) return lengthTo(text, '-->', '<!--'.length, longestComment);
  if (text.startsWith('<?')) {
    const length = lengthTo(text, '>', '<?'.length, longestInstruction + 1);
    return text.startsWith('?>', length - 2) && length > '<?>'.length ? length : 0;
  }
  const type = /^<!doctype/iu.exec(text)?.[0].length ?? 0;
  return type === 0 ? 0 : lengthTo(text, '>', type, longestInstruction);
}

function lengthTo(text: string, end: string, from: number, most: number): number {
  const at = text.slice(from, from + most + end.length).indexOf(end);
  return at < 0 ? 0 : from + at + end.length;
}

function kindOf(root: string, start: string): string | null {
  if (root === 'Project' && /<Project\s[^<>]*Sdk=|<TargetFramework|<PackageReference|<Compile\s+Include=/u.test(start)) return 'csproj';
  if (root === 'Project' && /<ClCompile|VCProjectVersion|<ItemGroup Label="ProjectConfigurations"|Microsoft\.Cpp/u.test(start))
    return 'vcxproj';
  return ROOTS.find(([, shape]) => shape.test(root))?.[0] ?? null;
}
