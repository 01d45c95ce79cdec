/**
 * The configuration by an allow-list. A key that is not in this table is not in a bundle, so a new key can give nothing away. Of a text that a user
 * writes, and of a list of such texts, only the number is told, or whether it is the default.
 */

import { documentParser } from '../../../configuration/document-parser.ts';
import { type EffectiveDocument, effectiveDocument } from '../../../configuration/effective-document.ts';
import { ownExpectation, ownPath } from '../../../configuration/faults/own-fault.ts';
import { type DocumentName, documentNames } from '../../../contract/documents.ts';
import type { Places } from '../../../platform/locations.ts';
import type { JsonValue, MadeFile } from '../part.ts';

/**
 * How much of a key is told. `value`: a number, `true` or `false`. Words: the value, if it is one of them. `count`: how many entries it has. `changed`:
 * whether it differs from the default.
 */
type Told = 'value' | 'count' | 'changed' | readonly string[];

/** Keys with dots between their levels. */
export const toldKeys: Readonly<Record<DocumentName, Readonly<Record<string, Told>>>> = {
  hub: {
    language: ['system', 'en', 'de', 'zh-CN'],
    enable_filesystem_watcher: 'value',
    'index_refresh.mode': ['daily', 'weekly'],
    'index_refresh.on_startup': 'value',
    'index_refresh.on_startup_only_if_exists': 'value',
    'index_refresh.daily_time': 'changed',
    'index_refresh.every_n_days': 'value',
    'index_refresh.weekly_days': 'count',
    'index_refresh.idle_after': 'value',
    'save.policy': ['documents', 'all', 'typed', 'off'],
    'save.min_text_chars': 'value',
    'journal.max_megabytes': 'value',
    'picker.shortcut': 'changed',
    'picker.paste_keys': 'count',
    'primary_selection.capture': 'value',
    'primary_selection.max_count': 'value',
    'history.max_age_days': 'value',
    'history.max_count': 'value',
    'history.max_megabytes': 'value',
    'history.kinds.text.max_age_days': 'value',
    'history.kinds.image.max_age_days': 'value',
    'history.kinds.document.max_age_days': 'value',
    'history.kinds.files.max_age_days': 'value',
  },
  'content-filter': {
    excluded_app_names: 'count',
    blacklisted_window_keywords: 'count',
    excluded_dirs: 'count',
    excluded_extensions: 'count',
    excluded_hosts: 'count',
    detect_secrets: 'value',
    allowed_secrets: 'count',
  },
  cache: { max_detection_cache: 'value', max_file_cache: 'value' },
  workspaces: { workspaces: 'count', activeId: 'changed' },
  commands: { commands: 'count' },
  'text-extraction': {
    read_pictures: ['off', 'small', 'all'],
    small_pixels: 'value',
    languages: 'count',
    recognition: ['auto', 'always', 'never'],
    join_lines: 'value',
    file_names: 'value',
    longest_text: 'value',
    time_limit_seconds: 'value',
    shortcut: 'changed',
    notify: 'value',
    notification_preview: 'value',
  },
  'structured-text': {
    form: ['markdown', 'csv', 'tsv', 'json'],
    exact: 'value',
    'kinds.tables': 'value',
    'kinds.key_values': 'value',
    'kinds.lists': 'value',
    'kinds.code': 'value',
    'kinds.links': 'value',
    'kinds.addresses': 'value',
    'kinds.dates': 'value',
    'kinds.amounts': 'value',
  },
  'chat-routing': { assistants: 'count', default_assistant: 'changed', with_source: 'value', with_file_name: 'value' },
  'retention-policy': { enabled: 'value', delete_pinned: 'value', rules: 'count' },
  'legal-hold': { holds: 'count' },
  'python-core-logging': { level: ['DEBUG', 'INFO', 'WARN', 'WARNING', 'ERROR', 'CRITICAL'] },
};

/** What is in force, by document. */
export function configurationFile(places: Places): readonly MadeFile[] {
  const json = Object.fromEntries(documentNames.map((name) => [name, documentFacts(places, name)]));
  return [{ name: 'configuration.json', json }];
}

function documentFacts(places: Places, name: DocumentName): JsonValue {
  const { value, exists, unused } = effectiveDocument(places, name);
  return { file: exists, fault: faultOf(name, unused), instead: unused?.instead ?? null, keys: toldValues(name, value) };
}

/** What is told of a document with these values. */
export function toldValues(name: DocumentName, values: unknown): Readonly<Record<string, JsonValue>> {
  const defaults = documentParser(name)({});
  const defaultValues: unknown = defaults.ok ? defaults.value : {};
  return Object.fromEntries(
    Object.entries(toldKeys[name]).map(([key, told]) => [key, toldValue(at(values, key), at(defaultValues, key), told)]),
  );
}

function toldValue(value: unknown, defaultValue: unknown, told: Told): JsonValue {
  if (told === 'changed') return JSON.stringify(value) === JSON.stringify(defaultValue) ? 'default' : 'changed';
  if (told === 'count') return typeof value === 'object' && value !== null ? { entries: Object.keys(value).length } : null;
  if (told === 'value') return typeof value === 'number' || typeof value === 'boolean' ? value : null;
  return told.find((word) => word === value) ?? null;
}

function at(value: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name) ? (inner as Record<string, unknown>)[name] : undefined,
      value,
    );
}

/** In the words of the schemas; of what its user wrote there is nothing. */
function faultOf(name: DocumentName, unused: EffectiveDocument<DocumentName>['unused']): JsonValue {
  if (unused === null) return null;
  const { fault } = unused;
  const field = fault.field === undefined ? null : ownPath(name, fault.field);
  return { reason: fault.reason, line: fault.line ?? null, field, expected: ownExpectation(name, fault) };
}
