/** `hub config set` and `reset`. */
import { documentParser } from '../../configuration/document-parser.ts';
import { documentSchema, keyNames, keySchema } from '../../configuration/document-schema.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { patchOf } from '../../configuration/merge-patch.ts';
import type { DocumentName } from '../../contract/documents.ts';
import { say, sayHeard } from '../../domain/language/say.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { changeSettings, refused } from './change-settings.ts';
import { expectationOf, wordsAsValue } from './key-values.ts';
import { unknownKey } from './show.ts';

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
  const parsed = value.ok ? documentParser(name)(patchOf(key, value.value)) : null;
  if (!value.ok || !parsed?.ok) {
    const entry = /\.(\d+)$/.exec(parsed?.ok === false ? parsed.field : '')?.[1];
    const which = entry === undefined ? '' : say(' (entry {number})', { number: Number(entry) + 1 });
    const limit =
      parsed?.ok === false && isSpecial(parsed.expected)
        ? sayHeard(parsed.expected)
        : expectationOf((entry === undefined ? undefined : schema.items) ?? schema);
    return failedBecause(surface, say('{key}{which} takes {limit}', { key, which, limit }), 'not_valid');
  }
  return change(surface, name, patchOf(key, value.value), options, () =>
    say('{key} is now {value}.', { key, value: shown(surface, name, key) }),
  );
}

/** Without a key: all of them. Keys that Hub does not know stay. */
export async function resetKey(surface: Surface, name: DocumentName, key: string | undefined, options: Options): Promise<ExitStatus> {
  const schema = documentSchema(name);
  if (key === undefined) {
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

async function change(
  surface: Surface,
  document: DocumentName,
  value: Readonly<Record<string, unknown>>,
  { json }: Options,
  says: () => string,
): Promise<ExitStatus> {
  const changed = await changeSettings(surface.places, { op: 'set', document, value });
  if (!changed.ok) return refused(surface, changed, { document_broken: say('to fix it: hub config edit {document}', { document }) });
  if (json) printJson(surface, { ok: true });
  else surface.print(visibleText(says()));
  return 0;
}

/** The value after the change, in one line. */
function shown(surface: Surface, name: DocumentName, key: string): string {
  let value: unknown = effectiveDocument(surface.places, name).value;
  for (const part of key.split('.')) value = (value as Readonly<Record<string, unknown>>)[part];
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether the sentence about a fault is one of Hub's own, which says more than a type and limits do. */
function isSpecial(expected: string): boolean {
  return expected.startsWith('a');
}
