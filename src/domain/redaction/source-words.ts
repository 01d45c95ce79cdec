/**
 * The words that Hub's own source has. A field of a log is a number, a boolean or a literal of the source, by its type (`src/base/log.ts`). What is
 * in a log and is no such literal was put there by something else.
 */

export interface SourceWords {
  /** Literals, each as a whole. */
  readonly texts: ReadonlySet<string>;
  /** Identifiers, which are the names of fields. */
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
const identifier = /[A-Za-z_$][\w$]*/g;

/** Adds those of a source file; `name` is its own name. */
export function addWordsOf(source: string, name: string, to: CollectedWords): void {
  to.files.add(name);
  for (const [, single, double, back] of source.matchAll(literal)) {
    const text = single ?? double ?? back ?? '';
    to.texts.add(text);
    // A log names a document by its file, and a route by its path.
    if (text.includes('/')) to.texts.add(text.slice(text.lastIndexOf('/') + 1)).add(text.replaceAll(/[/:]+/g, '.').slice(1));
  }
  for (const found of source.match(identifier) ?? []) to.names.add(found);
}

const placeInSource = /^([\w-]{1,80}\.[jt]s)-\d{1,5}$/;

/** Whether a text is one of Hub's literals, or a place in its source. */
export function isSourceText(text: string, { texts, files }: SourceWords): boolean {
  if (texts.has(text)) return true;
  const [, file] = placeInSource.exec(text) ?? [];
  return file !== undefined && files.has(file);
}
