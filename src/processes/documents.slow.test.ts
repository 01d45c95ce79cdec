import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeComponent } from '../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { missingDocument } from '../base/documents/json-document.ts';
import { openLog } from '../base/log.ts';
import { documentParser } from '../configuration/document-parser.ts';
import { type DocumentName, documents } from '../contract/documents.ts';
import { logFiles } from '../logs/log-names.ts';
import { locatePlaces } from '../platform/locations.ts';
import { openHubDocument, reportDocuments } from './documents.ts';

function home(t: TestContext) {
  const folder = temporaryHome(t);
  return locatePlaces({
    env: { HUB_HOME: folder },
    platform: 'linux',
    userHome: folder,
    workingFolder: folder,
    temporaryFolder: folder,
    userId: '1',
  });
}

const faultOf = (name: DocumentName, value: unknown): string | null => {
  const parsed = documentParser(name)(value);
  return parsed.ok ? null : parsed.field;
};

test('every document may be missing, and keeps unknown keys', () => {
  for (const name of Object.keys(documents) as DocumentName[]) {
    assert.equal(faultOf(name, missingDocument), null, name);
    // Of legal holds, a document without holds is refused: only an empty list ends them.
    const parsed = documentParser(name)({ ...(name === 'legal-hold' ? { holds: [] } : {}), added_later: [1] });
    assert.ok(parsed.ok);
    assert.deepEqual((parsed.value as Record<string, unknown>).added_later, [1]);
  }
});

test('an invalid value is refused by its field', () => {
  const wrong: readonly [DocumentName, unknown, string][] = [
    ...['24:00', '7:5', '', '03:00\n', 3].map((daily_time): [DocumentName, unknown, string] => [
      'hub',
      { index_refresh: { daily_time } },
      'index_refresh.daily_time',
    ]),
    ...[0, -1, 1e308, '3', 1.5, null, 366].map((every_n_days): [DocumentName, unknown, string] => [
      'hub',
      { index_refresh: { every_n_days } },
      'index_refresh.every_n_days',
    ]),
    ['hub', { index_refresh: { weekly_days: ['sun', 'SUN'] } }, 'index_refresh.weekly_days.1'],
    ['hub', { index_refresh: { weekly_days: ['sun', null] } }, 'index_refresh.weekly_days.1'],
    ['hub', { save: { policy: 'some' } }, 'save.policy'],
    ['hub', [], ''],
    ['hub', null, ''],
    ...['.', '.*', '*.exe', '', '.a/b'].map((one): [DocumentName, unknown, string] => [
      'content-filter',
      { excluded_extensions: [one] },
      'excluded_extensions.0',
    ]),
    ['content-filter', { excluded_extensions: Array(100_000).fill('.exe') }, 'excluded_extensions'],
    ...[-1, 1e9, Number.NaN, '1'].map((size): [DocumentName, unknown, string] => [
      'cache',
      { max_detection_cache: size },
      'max_detection_cache',
    ]),
    ...[0, -1, 1.5, '1', null].map((version): [DocumentName, unknown, string] => ['cache', { version }, 'version']),
    ['python-core-logging', { level: 'LOUD' }, 'level'],
    ['workspaces', { workspaces: [{ id: '', name: '', path: '/' }] }, 'workspaces.0.id'],
  ];
  for (const [name, value, field] of wrong) assert.equal(faultOf(name, value), field, `${name} ${JSON.stringify(value)?.slice(0, 80)}`);
  for (const every_n_days of [25, 30, 365]) assert.equal(faultOf('hub', { index_refresh: { every_n_days } }), null);
});

test('an extension without its dot means the one with it', () => {
  const parsed = documentParser('content-filter')({ excluded_extensions: ['exe', '.pem', 'tar.gz'] });
  assert.deepEqual(parsed.ok && parsed.value.excluded_extensions, ['.exe', '.pem', '.tar.gz']);
});

test('a document can not reach a prototype', () => {
  const polluted = JSON.parse('{"__proto__": {"language": "xx"}, "save": {"__proto__": {"policy": "off"}}}');
  const parsed = documentParser('hub')(polluted);
  assert.ok(parsed.ok);
  assert.equal(parsed.value.save.policy, 'documents');
  assert.equal(parsed.value.language, 'system');
  assert.equal(({} as Record<string, unknown>).language, undefined);
});

test('a document that is not valid is reported in one ERROR line, by one process, which names it and quotes nothing', (t) => {
  const places = home(t);
  fs.mkdirSync(places.logs);
  const log = openLog({ component: 'clipboard', files: logFiles(places.logs, 'clipboard'), level: 'INFO' });
  t.after(() => log[Symbol.dispose]());
  const file = places.document(documents.hub.file);
  fs.mkdirSync(path.dirname(file));
  for (const text of ['{"save": {"policy": "CANARY one"}}', '{\n"language": CANARY\n}']) {
    fs.writeFileSync(file, text);
    openHubDocument('hub', { places, log })[Symbol.dispose]();
    reportDocuments({ places, log, degraded: () => {} })[Symbol.dispose]();
  }
  const written = fs.readFileSync(path.join(places.logs, 'hub.log'), 'utf8');
  assert.ok(!written.includes('CANARY'));
  const [first, second] = written.split('\n').map((line) => line && JSON.parse(line));
  assert.deepEqual(
    [first.level, first.document, first.file, first.reason, first.field],
    ['ERROR', 'hub', 'hub.json', 'not-valid', 'save.policy'],
  );
  assert.match(first.expected, /all.*typed.*off/);
  assert.deepEqual([second.reason, second.line], ['not-json', 2]);
  assert.equal(written.trimEnd().split('\n').length, 2);
  assert.equal(second.event ?? second.msg, 'document not used, its defaults are in force');
});

test('a document that is not used is the condition of who reports, in its own words, until it is mended', async (t) => {
  const places = home(t);
  const component = fakeComponent('settings_host', places);
  const file = places.document('config/content-filter.json');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, '{}');
  openHubDocument('content-filter', component)[Symbol.dispose](); // the earlier form
  fs.writeFileSync(file, '{"excluded_dirs": [\n"CANARY"');
  using _ = reportDocuments(component);
  const said = () => component.conditions.at(-1);
  assert.match(said() ?? '', /^content-filter\.json is not valid JSON \(line 2\); the last valid version applies/);
  const faults: readonly [() => void, RegExp][] = [
    [
      () => fs.writeFileSync(file, '{"excluded_extensions": ["CANARY/"]}'),
      /is not valid \(at excluded_extensions\.0; to see why: hub config validate\)/,
    ],
    [() => fs.symlinkSync('/nowhere/CANARY', file), /is a dead link/],
    [() => fs.writeFileSync(file, '[]', { flag: 'wx' }), /is not valid; /],
  ];
  for (const [spoil, wanted] of faults) {
    fs.rmSync(file);
    spoil();
    await component.until(() => wanted.test(said() ?? ''));
  }
  fs.writeFileSync(places.document('config/hub.json'), '{');
  await component.until(() => /\(also not valid: hub\.json\)$/.test(said() ?? ''));
  fs.rmSync(file);
  fs.writeFileSync(file, '{"excluded_dirs": []}');
  await component.until(() => /^hub\.json .*; the defaults apply/.test(said() ?? ''));
  fs.rmSync(places.document('config/hub.json'));
  await component.until(() => said() === null);
  assert.ok(!component.conditions.join().includes('CANARY'));
});

test('a document that this user may not read is reported as that', {
  skip: process.getuid?.() === 0 && 'root may read anything',
}, (t) => {
  const places = home(t);
  const component = fakeComponent('settings_host', places);
  const file = places.document('config/content-filter.json');
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, '{}', { mode: 0o000 });
  reportDocuments(component)[Symbol.dispose]();
  assert.match(component.conditions.at(-1) ?? '', /^content-filter\.json can't be read; nothing is captured/);
});

test('each component logs into its own file and the common one', (t) => {
  const places = home(t);
  const names = (['hub', 'clipboard', 'python_core'] as const).map((id) =>
    logFiles(places.logs, id)
      .map((file) => path.basename(file))
      .join(),
  );
  assert.deepEqual(names, ['Hub.App.log,hub.log', 'clipboard.log,hub.log', 'python_core.log,hub.log']);
});
