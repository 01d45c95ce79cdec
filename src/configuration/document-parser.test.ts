import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quickSettingsNames } from '../contract/documents.ts';
import { documentParser } from './document-parser.ts';

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

test('an address with what may be a token is refused too', () => {
  const token = 'ghp_F765mYyQ2xLw8RtZ1cVb3nMk4jHg5fDs6aPe';
  for (const address of [`https://api.example.org/?key=${token}&q={prompt}`, `https://x.example/${token}?q={prompt}`]) {
    const parsed = check({ assistants: [{ name: 'A', address }] });
    assert.deepEqual([parsed.ok, parsed.ok ? '' : parsed.field], [false, 'assistants.0.address']);
  }
});
