/** The dictionaries of a snapshot unchanged, for diagnostics: indented JSON, keys in order, bounded. They are shown, and never logged. */
import type { Dictionary, HubWindowSnapshot } from '../../../contract/window-snapshot.ts';
import { cutText } from '../shown-text.ts';

/** UTF-16 units of each dictionary, and of each text in it: a long text must not hide the rest. */
const longestJson = 65_536;
const longestString = 1_000;
/** Deeper than a snapshot is (§4.1). */
const deepestLevel = 40;

export function rawDictionaries(snapshot: HubWindowSnapshot | null): readonly { readonly title: string; readonly json: string }[] {
  if (snapshot === null) return [];
  const { sourceData, appIdentity, detection, raw } = snapshot;
  return Object.entries({ sourceData, appIdentity, detection, raw }).map(([title, dictionary]) => ({
    title,
    json: boundedJson(dictionary),
  }));
}

function boundedJson(dictionary: Dictionary): string {
  let json = '';
  for (const piece of pieces(dictionary, '\n', deepestLevel)) {
    json += piece;
    if (json.length > longestJson) return `${cutText(json, longestJson - 1)}\n`;
  }
  return json;
}

/** JSON in pieces, so that only what is shown is built. `line` is a line end and the indentation that follows. */
function* pieces(value: unknown, line: string, levels: number): Generator<string> {
  if (typeof value !== 'object' || value === null) yield scalar(value);
  else if (levels === 0) yield '"…"';
  else if (Array.isArray(value))
    yield* members(
      '[',
      value.map((part) => ['', part] as const),
      ']',
      line,
      levels,
    );
  else
    yield* members(
      '{',
      Object.keys(value)
        .sort()
        .map((key) => [`${scalar(key)}: `, (value as Dictionary)[key]] as const),
      '}',
      line,
      levels,
    );
}

type Member = readonly [label: string, value: unknown];

function* members(open: string, parts: readonly Member[], close: string, line: string, levels: number): Generator<string> {
  yield open;
  for (const [index, [label, value]] of parts.entries()) {
    yield `${index === 0 ? '' : ','}${line}  ${label}`;
    yield* pieces(value, `${line}  `, levels - 1);
  }
  yield parts.length === 0 ? close : `${line}${close}`;
}

function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  const more = value.length - longestString;
  const shown = JSON.stringify(value.slice(0, longestString));
  return escaped(more > 0 ? `${shown.slice(0, -1)}… and ${more} more"` : shown);
}

/** Invisible characters that JSON does not escape: control characters above ASCII, directions, separators, and the like. */
function escaped(json: string): string {
  return json.replaceAll(/[\p{Control}\p{Format}\u2028\u2029]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
