/**
 * The words that Hub's own source has. A field of a log is a number, a boolean or a literal of the source, by its type (`src/base/log.ts`). What is
 * in a log and is no such literal was put there by something else.
 */

export interface SourceWords {
  /** Literals, each as a whole. */
  readonly texts: ReadonlySet<string>;
  /** Names of properties, as fields have them. */
  readonly names: ReadonlySet<string>;
  /** Names of source files, for the places where errors were thrown. */
  readonly files: ReadonlySet<string>;
}

export interface CollectedWords {
  readonly texts: Set<string>;
  readonly names: Set<string>;
  readonly files: Set<string>;
}

export function noWords(): CollectedWords {
  return { texts: new Set(), names: new Set(), files: new Set() };
}

/** A literal on one line, without an escape or a value in it. */
const literal = /'([^'\\\n]{1,100})'|"([^"\\\n]{1,100})"|`([^`\\\n$]{1,100})`/g;
/** By code: 1 where an identifier may begin with it, 2 where it may only go on with it. */
const ofIdentifier = new Uint8Array(65_536);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$') ofIdentifier[character.charCodeAt(0)] = 1;
for (const character of '0123456789') ofIdentifier[character.charCodeAt(0)] = 2;
/** What follows the name of a property where it is declared or given a value: `code: …`, `code?: …`, `{ code, … }`, `{ code }`. */
const afterName = new Set([...':?,}'].map((character) => character.charCodeAt(0)));

/** Adds those of a source file; `name` is its own name. */
export function addWordsOf(source: string, name: string, to: CollectedWords): void {
  to.files.add(name);
  for (const [, single, double, back] of source.matchAll(literal)) {
    const text = single ?? double ?? back ?? '';
    to.texts.add(text);
    // A log names a document by its file, and a route by its path.
    if (text.includes('/')) to.texts.add(text.slice(text.lastIndexOf('/') + 1)).add(text.replaceAll(/[/:]+/g, '.').slice(1));
  }
  addNamesOf(source, to.names);
}

/** Also the end of a line: the last one of an object has no comma. */
function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** By the codes of the characters: a regular expression would make a text of each of the million identifiers of a package. */
function addNamesOf(source: string, names: Set<string>): void {
  const { length } = source;
  for (let at = 0; at < length; at += 1) {
    if (ofIdentifier[source.charCodeAt(at)] !== 1) continue;
    const start = at;
    do at += 1;
    while (at < length && ofIdentifier[source.charCodeAt(at)] !== 0);
    const end = at;
    while (at < length && isSpace(source.charCodeAt(at))) at += 1;
    if (afterName.has(source.charCodeAt(at))) names.add(source.slice(start, end));
    // It is looked at again: another one may begin there.
    at -= 1;
  }
}

const placeInSource = /^([\w-]{1,80}\.[jt]s)-\d{1,5}$/;

/** Whether a text is one of Hub's literals, or a place in its source. */
export function isSourceText(text: string, { texts, files }: SourceWords): boolean {
  if (texts.has(text)) return true;
  const [, file] = placeInSource.exec(text) ?? [];
  return file !== undefined && files.has(file);
}
