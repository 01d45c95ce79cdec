import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingDocument } from '../base/documents/json-document.ts';
import { quickSettingsNames } from '../contract/documents.ts';
import { changeParser, documentParser } from './document-parser.ts';
import { expectationAt } from './key-expectation.ts';

const key = `sk-ant-api03-${'Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1JkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNmQwErTyUiOpAsDfGhJkLzXcVbNm'}-AbCdEfAA`;
const check = (value: unknown) => documentParser('chat-routing')(value);

test('preferences are no secrets', () => {
  const assistants = [{ name: 'Open WebUI', address: 'http://localhost:8080/?q={prompt}', mine: 'kept' }];
  assert.equal(check({ assistants, default_assistant: 'Open WebUI', routes: { code: 'Open WebUI' }, with_source: true }).ok, true);
  assert.equal(
    documentParser('text-extraction')({ languages: ['eng', 'chi_sim'], shortcut: 'Ctrl+Alt+T', longest_text: 1_000_000 }).ok,
    true,
  );
  for (const name of quickSettingsNames) assert.equal(documentParser(name)({}).ok, true);
});

test('quick settings with a secret are refused, wherever it stands: in a value, in an address, under a name that says so, as a key', () => {
  const address = 'https://a.example/?q={prompt}';
  const cases: readonly (readonly [unknown, string])[] = [
    [{ default_assistant: key }, 'default_assistant'],
    [{ assistants: [{ name: 'a', address: `https://a.example/?key=${key}&q={prompt}` }] }, 'assistants.0.address'],
    [{ assistants: [{ name: 'a', address: 'https://ann:kT9vQ2mX7pLzR4wB@a.example/?q={prompt}' }] }, 'assistants.0.address'],
    [{ assistants: [{ name: 'a', address, api_key: 'kT9vQ2mX7pLzR4wBc8Yd' }] }, 'assistants.0.api_key'],
    [{ routes: { [key]: 'x' } }, 'routes'],
  ];
  for (const [document, field] of cases) {
    const parsed = check(document);
    assert.deepEqual(parsed, { ok: false, field, expected: 'a preference, and no secret such as a key or a password' });
    assert.ok(!JSON.stringify(parsed).includes('kT9vQ2mX7pLzR4wB'));
  }
  assert.equal(documentParser('structured-text')({ token: key }).ok, false);
  assert.equal(documentParser('commands')({ mine: key }).ok, true, 'other documents are the business of their users');
});

test('a document has no shortcut of programs or of the desktop; a function key that is written there stays, and is not chosen', () => {
  for (const [name, of] of [
    ['hub', (shortcut: string) => ({ picker: { shortcut } })],
    ['text-extraction', (shortcut: string) => ({ shortcut })],
  ] as const) {
    const field = name === 'hub' ? 'picker.shortcut' : 'shortcut';
    const refused = { ok: false, field, expected: 'other keys than Alt+F4 (closes-windows)' };
    assert.deepEqual(documentParser(name)(of('Alt+F4')), refused);
    assert.equal(documentParser(name)(of('F9')).ok, true);
    assert.equal(changeParser(name, of('F9'))({ ...of('F9'), mine: 1 }).ok, true, 'as it was');
    assert.deepEqual(changeParser(name, of('F8'))(of('F9')), { ok: false, field, expected: 'other keys than F9 (is-a-function-key)' });
    assert.equal(changeParser(name, {})(of('Ctrl+Alt+T')).ok, true);
  }
  assert.equal(documentParser('hub')({ picker: { paste_keys: { term: 'Ctrl+C' } } }).ok, true, 'what is typed in a program is its own');
});

test('an address with what may be a token is refused too', () => {
  const token = 'ghp_F765mYyQ2xLw8RtZ1cVb3nMk4jHg5fDs6aPe';
  for (const address of [`https://api.example.org/?key=${token}&q={prompt}`, `https://x.example/${token}?q={prompt}`]) {
    const parsed = check({ assistants: [{ name: 'A', address }] });
    assert.deepEqual([parsed.ok, parsed.ok ? '' : parsed.field], [false, 'assistants.0.address']);
  }
});

test('a key that Hub does not know in a rule makes the policy not valid: without the condition that it was meant to be, more would be deleted', () => {
  const field = (rule: object) => {
    const parsed = documentParser('retention-policy')({ enabled: true, rules: [{ id: 'pics', max_count: 3, ...rule }] });
    return parsed.ok ? null : [parsed.field, parsed.expected];
  };
  const known = 'only the keys id, kinds, max_age, max_count and max_megabytes';
  for (const rule of [{ kind: ['picture'] }, { delete_pined: false }, { maxage: '90d' }]) assert.deepEqual(field(rule), ['rules.0', known]);
  for (const rule of [{}, { kinds: null }, { kinds: ['picture'] }]) assert.equal(field(rule), null);
  assert.equal(documentParser('retention-policy')({ rules: [], mine: 'kept' }).ok, true);
});

test('an empty list of kinds is refused with a sentence of its own, and is still all kinds where an earlier Hub wrote it', () => {
  const parse = documentParser('retention-policy');
  const rules = [{ id: 'pics', max_count: 3, kinds: [] }, 'no rule', { id: 'links', max_count: 4, kinds: ['link'] }];
  const expected = 'a list of at least one kind, or null for all copies';
  assert.deepEqual(parse({ version: 2, rules: [rules[0]] }), { ok: false, field: 'rules.0.kinds', expected });
  assert.equal(expectationAt('retention-policy', { field: 'rules.0.kinds', expected }), expected);
  for (const version of [{}, { version: 1 }]) {
    const parsed = parse({ ...version, enabled: true, rules: [rules[0], rules[2]] });
    assert.deepEqual(parsed.ok && [parsed.value.enabled, parsed.value.rules.map(({ kinds }) => kinds)], [true, [null, ['link']]]);
    assert.deepEqual(parse({ ...version, rules }).ok, false, 'what is no rule is left to the schema');
    assert.deepEqual(parse({ ...version, rules: 'none' }).ok, false);
  }
});

test('a key that Hub does not know in a hold, or in the place of the holds, does not let go of what was to stay', () => {
  const field = (document: object) => {
    const parsed = documentParser('legal-hold')(document);
    return parsed.ok ? null : parsed.field;
  };
  assert.equal(field({ holds: [{ id: 'a', copies: [1], untill: '2026-01-01' }] }), 'holds.0');
  const contents = { key: 'a'.repeat(64), digests: {} };
  assert.equal(field({ holds: [{ id: 'a', copies: [1], contents: { ...contents, digest: {} } }] }), 'holds.0.contents');
  assert.equal(field({ hold: [{ id: 'a', copies: [1] }] }), 'holds');
  for (const document of [{}, { version: 1 }, { $schema: './legal-hold.schema.json' }])
    assert.equal(field(document), 'holds', 'nothing is said of the holds');
  for (const document of [missingDocument, { holds: [], mine: 'kept' }, { holds: [{ id: 'a', copies: [1], contents }] }])
    assert.equal(field(document), null);
});

test('a misspelled kind of copies in the routes sends nothing to the default assistant', () => {
  const parsed = check({ default_assistant: 'Claude', routes: { images: 'Open WebUI' } });
  assert.deepEqual(parsed, { ok: false, field: 'routes', expected: 'only the keys text, code, link, image and files' });
});
