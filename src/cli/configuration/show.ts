/** `hub config list`, `show`, `get`, `schema` and `validate`: they read the documents themselves, so that they work when no Hub is running too. */
import { documentAsWritten } from '../../base/documents/json-document.ts';
import { documentSchema, keyNames, unknownKeys } from '../../configuration/document-schema.ts';
import { effectiveDocument, mendOf } from '../../configuration/effective-document.ts';
import { faultAt } from '../../configuration/key-expectation.ts';
import { type DocumentName, documentNames, documents } from '../../contract/documents.ts';
import { type DocumentFlaw, documentCondition } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import type { Places } from '../../platform/locations.ts';
import { withGuess } from '../did-you-mean.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';

interface Options {
  readonly json?: boolean;
}

/** Runs a command on a document, or says that there is none of this name. */
export function onDocument<Result>(surface: Surface, name: string, run: (name: DocumentName) => Result): Result | ExitStatus {
  const found = documentNames.find((one) => one === name);
  if (found !== undefined) return run(found);
  const sentence = say('there is no document {name}; use one of: {names}', { name: oneLine(name, 40), names: documentNames.join(', ') });
  return failedBecause(surface, withGuess(sentence, name, documentNames), 'unknown_document');
}

export function listDocuments(surface: Surface, options: Options): ExitStatus {
  const listed = documentNames.map((name) => ({ name, ...stateOf(surface.places, name) }));
  if (options.json) printJson(surface, { documents: listed });
  else {
    const rows = listed.map(({ name, exists, fault, file }) => [
      name,
      fault === null ? (exists ? say('valid') : say('defaults')) : say('NOT VALID'),
      file,
    ]);
    for (const line of formatTable([say('DOCUMENT'), say('STATE'), say('FILE')], rows)) surface.print(visibleText(line));
  }
  return 0;
}

export function showDocument(surface: Surface, name: DocumentName, options: Options): ExitStatus {
  const { value, unused } = effectiveDocument(surface.places, name);
  if (unused !== null) surface.complain(`hub: ${documentCondition([unused])}`);
  print(surface, value, options);
  return 0;
}

export function getKey(surface: Surface, name: DocumentName, key: string, options: Options): ExitStatus {
  const { value, unused } = effectiveDocument(surface.places, name);
  const found = memberOf(value, key);
  if (found === undefined) return unknownKey(surface, name, key);
  if (unused !== null) surface.complain(`hub: ${documentCondition([unused])}`);
  if (typeof found === 'string' && !options.json) surface.print(visibleText(found));
  else print(surface, found, options);
  return 0;
}

export function showSchema(surface: Surface, name: DocumentName, options: Options): ExitStatus {
  print(surface, documentSchema(name), options);
  return 0;
}

/** Status 1 if one of them is not valid. Unknown keys are a warning: an older Hub meets those of a newer one. */
export function validate(surface: Surface, names: readonly DocumentName[], options: Options): ExitStatus {
  surface.statusCounts?.();
  const checked = names.map((name) => ({ name, ...stateOf(surface.places, name) }));
  const isValid = checked.every(({ fault }) => fault === null);
  if (options.json) printJson(surface, { ok: isValid, documents: checked });
  else
    for (const one of checked) {
      surface.print(visibleText(verdictOn(one)));
      if (one.unknownKeys.length > 0) surface.complain(`hub: ${visibleText(ignoredKeys(one))}`);
    }
  return isValid ? 0 : 1;
}

/** Says that a document has no such key, with the keys that it has. */
export function unknownKey(surface: Surface, name: DocumentName, key: string): ExitStatus {
  const keys = keyNames(documentSchema(name));
  const sentence = say('{name} has no key {key}; its keys: {keys}', { name, key: oneLine(key, 60), keys: keys.join(', ') });
  return failedBecause(surface, withGuess(sentence, key, keys), 'unknown_key');
}

/** Whoever has more will find the others. */
const mostIgnored = 20;

interface State {
  readonly file: string;
  readonly exists: boolean;
  readonly fault: { readonly reason: string; readonly line?: number; readonly field?: string; readonly expected?: string } | null;
  /** What is in force instead of a document that is not used. */
  readonly instead: string | null;
  /** Kept and ignored (§9.1); of a document that is used. They may be misspelled, or for another program or version. */
  readonly unknownKeys: readonly string[];
}

function stateOf(places: Places, name: DocumentName): State {
  const { exists, value, unused } = effectiveDocument(places, name);
  const file = places.document(documents[name].file);
  const ignored = exists && unused === null ? unknownKeys(documentSchema(name), value).slice(0, mostIgnored) : [];
  return { file, exists, fault: unused?.fault ?? null, instead: unused?.instead ?? null, unknownKeys: ignored };
}

const because: Readonly<Record<string, () => string>> = {
  'not-a-file': () => say('it is not a file, or a dead link'),
  foreign: () => say('it belongs to another user'),
  'too-large': () => say('it is larger than 4 MiB'),
  'not-utf-8': () => say('it is not text in UTF-8'),
  'not-json': () => say('it is not JSON'),
  newer: () => say('it was written by a newer version of Hub'),
  unreadable: () => say("it can't be read"),
  gone: () => say('it is missing, and its holds stay in force'),
};
const inForce: Readonly<Record<string, () => string>> = {
  'last-good': () => say('its last valid version applies'),
  'last-holds': () => say('its last valid holds apply, and retention deletes nothing'),
  'no-deletion': () => say('nothing is deleted until it is mended'),
  defaults: () => say('its defaults apply'),
  'no-capture': () => say('nothing is captured'),
};

function verdictOn({ name, file, exists, fault, instead }: State & { readonly name: DocumentName }): string {
  if (fault === null) return `${name}: ${exists ? say('valid') : say('not there, so its defaults apply')}`;
  const place = fault.line === undefined ? '' : say(', line {line}', { line: fault.line });
  // Some faults are whole sentences.
  const why = (because[fault.reason]?.() ?? faultAt(name, fault, { document: documentAsWritten(file) })).replace(/[.。]$/, '');
  const meanwhile = inForce[instead ?? '']?.() ?? say('it is not used');
  return say('{name}: NOT VALID: {file}{place}: {why}. Until it is fixed, {meanwhile}. Fix it: {mend}', {
    name,
    file,
    place,
    why,
    meanwhile,
    mend: mendOf(name, fault as DocumentFlaw),
  });
}

function ignoredKeys({ name, unknownKeys: ignored }: Pick<State, 'unknownKeys'> & { readonly name: DocumentName }): string {
  const schema = documentSchema(name);
  const known = [...Object.keys(schema.properties ?? {}), ...keyNames(schema)];
  const keys = ignored.map((key) => withGuess(oneLine(key, 60), key, known));
  return say('{name} has keys that Hub does not know and ignores: {keys}', { name, keys: keys.join(', ') });
}

function print(surface: Surface, value: unknown, { json }: Options): void {
  if (json) printJson(surface, value);
  else surface.print(visibleText(JSON.stringify(value, null, 2)));
}

/** The own member of a value that a key such as `workspaces.0.path` leads to. */
function memberOf(value: unknown, key: string): unknown {
  let found = value;
  for (const part of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[part];
  }
  return found;
}
