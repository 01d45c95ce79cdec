/** `hub config set` and `reset`. */
import { putAsideBroken } from '../../configuration/change-document.ts';
import { changeParser } from '../../configuration/document-parser.ts';
import { documentSchema, keyNames, keySchema } from '../../configuration/document-schema.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { expectationOf, faultAt, mustBe } from '../../configuration/key-expectation.ts';
import { patchOf } from '../../configuration/merge-patch.ts';
import type { DocumentName } from '../../contract/documents.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { changeSettings, refused } from './change-settings.ts';
import { wordsAsValue } from './key-values.ts';
import { unknownKey } from './show.ts';
import { whyUseless } from './useless-values.ts';

interface Options {
  readonly json?: boolean;
}

export interface KeyAndWords {
  readonly key: string;
  readonly words: readonly string[];
}

export async function setKey(surface: Surface, name: DocumentName, { key, words }: KeyAndWords, options: Options): Promise<ExitStatus> {
  const schema = keySchema(documentSchema(name), key);
  if (schema === null) return unknownKey(surface, name, key);
  const value = wordsAsValue(schema, words);
  const parsed = value.ok ? changeParser(name, {})(patchOf(key, value.value)) : null;
  if (!value.ok || !parsed?.ok) {
    const field = parsed?.ok === false ? parsed.field : '';
    const entry = /\.(\d+)$/.exec(field)?.[1];
    // Of a list of objects it is one key of one of them.
    const place = entry === undefined && field.startsWith(`${key}.`) ? field : key;
    const which = entry === undefined ? '' : say(' (entry {number})', { number: Number(entry) + 1 });
    const at = `${place}${which}`;
    const why =
      parsed?.ok === false
        ? faultAt(name, parsed, { key: at, document: value.ok ? patchOf(key, value.value) : null })
        : mustBe(at, expectationOf(schema));
    return failedBecause(surface, why, 'not_valid');
  }
  const useless = whyUseless(surface.places, name, key, parsed.value);
  if (useless !== null) return failedBecause(surface, useless, 'not_valid');
  const isLimit = name === 'hub' && key.startsWith('history.') && value.value !== null;
  return change(surface, name, patchOf(key, value.value), options, () => {
    const now = shown(surface, name, key);
    if (!isLimit) return say('{key} is now {value}.', { key, value: now });
    return say(
      '{key} is now {value}. Copies beyond it are deleted for good after a minute, if Hub is running, or a minute after its start.',
      {
        key,
        value: now,
      },
    );
  });
}

/** Without a key: all of them. Keys that Hub does not know stay; a document that is not valid is put aside as a whole. */
export async function resetKey(surface: Surface, name: DocumentName, key: string | undefined, options: Options): Promise<ExitStatus> {
  const schema = documentSchema(name);
  if (key === undefined) {
    if (effectiveDocument(surface.places, name).unused !== null) return putAside(surface, name, options);
    const keys = Object.keys(schema.properties ?? {}).filter((one) => one !== 'version');
    const patch = Object.fromEntries(keys.map((one) => [one, null]));
    return change(surface, name, patch, options, () => say('{name} has its defaults again.', { name }));
  }
  const found = keySchema(schema, key);
  if (found === null) return unknownKey(surface, name, key);
  const says = found.properties
    ? () => say('{keys} have their defaults again.', { keys: keyNames(found, `${key}.`).join(', ') })
    : () => say('{key} has its default again: {value}.', { key, value: shown(surface, name, key) });
  return change(surface, name, patchOf(key, null), options, says);
}

async function putAside(surface: Surface, name: DocumentName, { json }: Options): Promise<ExitStatus> {
  const aside = await putAsideBroken(surface.places, name);
  if (!aside.ok) return refused(surface, aside);
  if (json) printJson(surface, { ok: true, aside: aside.value });
  else
    surface.print(
      visibleText(say('{name} has its defaults again. The document that was not valid is {file} now.', { name, file: aside.value })),
    );
  return 0;
}

async function change(
  surface: Surface,
  document: DocumentName,
  value: Readonly<Record<string, unknown>>,
  { json }: Options,
  says: () => string,
): Promise<ExitStatus> {
  const changed = await changeSettings(surface.places, { op: 'set', document, value });
  if (!changed.ok) return changed.reason === 'document_broken' ? refuseBroken(surface, document) : refused(surface, changed);
  if (json) printJson(surface, { ok: true });
  else surface.print(visibleText(says()));
  return 0;
}

function refuseBroken(surface: Surface, document: DocumentName): ExitStatus {
  const { unused } = effectiveDocument(surface.places, document);
  const condition = documentCondition(unused === null ? [] : [unused]) ?? say('the document is not valid');
  return failedBecause(
    surface,
    say('{condition}; to fix it: hub config edit {document}; for its defaults: hub config reset {document}', { condition, document }),
    'document_broken',
  );
}

/** The value after the change, in one line. */
function shown(surface: Surface, name: DocumentName, key: string): string {
  let value: unknown = effectiveDocument(surface.places, name).value;
  for (const part of key.split('.')) value = (value as Readonly<Record<string, unknown>>)[part];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
