/**
 * Puts the files that a style sheet names into it. A file is written once, as the value of a custom property of the root, however many rules name it;
 * only where CSS takes no `var()`, as in `@font-face`, it stands at its place.
 */
import { fetchableAddress } from '../addresses.ts';
import type { PageFiles, Part } from '../fetching.ts';

interface Address {
  readonly from: number;
  readonly to: number;
  readonly address: string;
  /** Whether it is the value of a property, where `var()` may stand for it. */
  readonly isValue: boolean;
}

/** The files that are named by style sheets of a page, each with its custom property. */
export interface NamedFiles {
  /** The text with its `url(…)` as they may stand in the file; what can't be had, or is too large, names nothing. */
  inline(text: string, base: string, where: 'sheet' | 'attribute'): Promise<string>;
  /** The rule that defines the custom properties. */
  definitions(): string;
}

export function openNamedFiles(files: PageFiles): NamedFiles {
  const names = new Map<string, Promise<string>>();
  const definitions: string[] = [];
  const define = async (address: string): Promise<string> => {
    const data = await dataAt(address, files, 'picture');
    if (data === null) return 'url("")';
    const name = `--hub-file-${definitions.length + 1}`;
    definitions.push(`${name}: url("${data}");`);
    return `var(${name})`;
  };
  const written = async ({ address, isValue }: Address, base: string): Promise<string> => {
    // A part of this page or bytes: as they are.
    if (address.startsWith('#') || /^data:/i.test(address)) return `url("${escaped(address)}")`;
    const absolute = fetchableAddress(address, base);
    if (absolute === null) return 'url("")';
    if (!isValue) return `url("${(await dataAt(absolute, files, 'other')) ?? ''}")`;
    const before = names.get(absolute);
    if (before !== undefined) return await before;
    const name = define(absolute);
    names.set(absolute, name);
    return await name;
  };
  return {
    inline: async (text, base, where) => {
      const found = addressesIn(text, where === 'attribute');
      const inlined = await Promise.all(found.map(async (address) => await written(address, base)));
      const parts: string[] = [];
      let at = 0;
      for (const [index, { from, to }] of found.entries()) {
        parts.push(text.slice(at, from), inlined[index] ?? 'url("")');
        at = to;
      }
      return parts.join('') + text.slice(at);
    },
    definitions: () => (definitions.length === 0 ? '' : `:root { ${definitions.join('\n')} }\n`),
  };
}

/** The `data:` address with the fragment of the address: the part of an SVG that is meant. */
async function dataAt(address: string, files: PageFiles, part: Part): Promise<string | null> {
  const { hash } = new URL(address);
  const file = address.slice(0, address.length - hash.length);
  const data = await files.data(file, part);
  if (data === null) return null;
  if (files.take(data.length)) return `${data}${hash.replaceAll('"', '%22')}`;
  files.lack(file, part);
  return null;
}

/** Blocks of descriptors, in which `var()` means nothing. */
const descriptors = /^@(?:font-face|counter-style|property|font-palette-values|view-transition)/i;
/** A statement is known by its beginning. */
const beginning = 200;

/**
 * Every `url(…)` of a sheet that is in a block, or of the declarations of an attribute, in order. Comments, strings and escapes are passed over, and what is not closed ends with the text
 * (CSS Syntax §4.3), so each sign is looked at once.
 */
export function addressesIn(text: string, isDeclarations = false): readonly Address[] {
  const found: Address[] = [];
  const blocks: boolean[] = isDeclarations ? [true] : [];
  let statementAt = 0;
  /** Blanks and comments before a statement are no part of it. */
  let isBegun = false;
  const statement = (): string => text.slice(statementAt, statementAt + beginning);
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? '';
    const isComment = sign === '/' && text[at + 1] === '*';
    if (!isBegun && !isComment && !/\s/.test(sign)) {
      isBegun = true;
      statementAt = at;
    }
    if (sign === '\\') at += 2;
    else if (sign === '"' || sign === "'") at = stringEnd(text, at);
    else if (isComment) at = endAfter(text, '*/', at + 2);
    else if (isUrl(text, at)) {
      const { address, to } = urlAt(text, at + 4);
      const isValue = blocks.at(-1);
      // One in the words before a block, or beside all blocks, shows no picture: `@import`, `@namespace`, `@supports`.
      if (isValue !== undefined && !statement().startsWith('@')) found.push({ from: at, to, address, isValue });
      at = to;
    } else {
      if (sign === '{') blocks.push(!descriptors.test(statement()));
      if (sign === '}') blocks.pop();
      at += 1;
      if (sign === '{' || sign === '}' || sign === ';') isBegun = false;
    }
  }
  return found;
}

function isUrl(text: string, at: number): boolean {
  return (text[at] === 'u' || text[at] === 'U') && text.slice(at, at + 4).toLowerCase() === 'url(' && !/[\w-]/.test(text[at - 1] ?? '');
}

/** From behind the bracket. */
function urlAt(text: string, start: number): { readonly address: string; readonly to: number } {
  let from = start;
  while (/\s/.test(text[from] ?? '')) from += 1;
  const isQuoted = text[from] === '"' || text[from] === "'";
  const end = isQuoted ? stringEnd(text, from) : closing(text, from, ')');
  const address = isQuoted ? text.slice(from + 1, Math.max(from + 1, end - 1)) : text.slice(from, end).trim();
  return { address: unescaped(address), to: endAfter(text, ')', end) };
}

/** Behind the mark that ends a string, or the line that it is not closed in. */
function stringEnd(text: string, from: number): number {
  return Math.min(text.length, closing(text, from + 1, text[from] ?? '"', '\n') + 1);
}

function closing(text: string, from: number, ...ends: readonly string[]): number {
  let at = from;
  while (at < text.length && !ends.includes(text[at] ?? '')) at += text[at] === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

function endAfter(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** CSS Syntax §4.3.7. */
function unescaped(text: string): string {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_all, code: string | undefined, sign: string | undefined) => {
    if (code === undefined) return sign === '\n' ? '' : (sign ?? '');
    const point = Number.parseInt(code, 16);
    return point === 0 || point > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(point);
  });
}

function escaped(address: string): string {
  return address.replace(/["\\\n]/g, (sign) => encodeURIComponent(sign));
}
