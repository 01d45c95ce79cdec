import assert from 'node:assert/strict';
import { appendFileSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { unzipped } from '../../../test/harness/documents/zip-reader.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { documents } from '../../contract/documents.ts';
import { locatePlaces, type Places } from '../../platform/locations.ts';
import { archiveLogs } from './archive-logs.ts';
import { type BundleOrder, makeBundle } from './make-bundle.ts';
import type { Part } from './part.ts';
import { sentenceOf } from './parts/components-part.ts';
import { toldKeys, toldValues } from './parts/configuration-part.ts';
import { readEnd } from './parts/logs-part.ts';
import { escaped, reviewReport } from './review-report.ts';

const nowMs = Date.UTC(2026, 2, 1, 9, 5, 7);

function placesIn(home: string): Places {
  return locatePlaces({
    env: { HUB_HOME: home },
    platform: 'linux',
    userHome: home,
    workingFolder: home,
    temporaryFolder: home,
    userId: '1',
  });
}

function part(id: string, make: Part['make']): Part {
  return { id, presets: ['full'], title: () => `Part ${id}`, why: () => `Because of ${id}`, make };
}

function orderIn(home: string, parts: readonly Part[], rest: Partial<BundleOrder> = {}): BundleOrder {
  const { signal } = new AbortController();
  const program = () => Promise.reject(new Error('not asked for'));
  const facts = { places: placesIn(home), env: {}, preset: 'full', status: failed('absent'), program, signal } as const;
  return {
    folder: path.join(home, 'out'),
    preset: 'full',
    parts,
    facts,
    redact: (text) => ({ text, counts: {} }),
    nowMs,
    language: 'en',
    ...rest,
  };
}

test('a part that fails, hangs or has nothing to say is listed as left out, and the others stay', async (t) => {
  const home = temporaryHome(t);
  const made = await makeBundle(
    orderIn(home, [
      part('fails', () => Promise.reject(new Error('a title'))),
      part('hangs', () => new Promise(() => {})),
      part('silent', async () => []),
      part('well', async () => [{ name: 'well.json', json: { count: 1 } }]),
    ]),
  );
  assert.ok(made.ok);
  assert.deepEqual(made.value.manifest.leftOut, [
    { part: 'fails', because: 'failed' },
    { part: 'hangs', because: 'no-answer' },
    { part: 'silent', because: 'nothing' },
  ]);
  const files = unzipped(readFileSync(made.value.path));
  assert.deepEqual(
    files.map(({ name }) => name),
    ['review.html', 'manifest.json', 'well.json'],
  );
  assert.ok(!Buffer.concat(files.map(({ bytes }) => bytes)).includes('a title'));
});

test('two bundles of one second have two names', async (t) => {
  const home = temporaryHome(t);
  const order = orderIn(home, [part('well', async () => [{ name: 'well.json', json: 1 }])]);
  const made = await Promise.all([await makeBundle(order), await makeBundle(order)]);
  assert.deepEqual(
    made.map((one) => one.ok && path.basename(one.value.path).replace(/\d{4}-\d\d-\d\d-\d{6}/, 'STAMP')),
    ['hub-support-STAMP.zip', 'hub-support-STAMP-2.zip'],
  );
  assert.equal(readdirSync(path.join(home, 'out')).length, 4);
});

test('a text that cannot be looked through leaves no file, whichever it is', async (t) => {
  const home = temporaryHome(t);
  const parts = [
    part('json', async () => [{ name: 'a.json', json: { deep: ['first', 'second'] } }]),
    part('text', async () => [{ name: 'b.log', text: 'third\n', counts: {} }]),
  ];
  for (const bad of ['first', 'second', 'third']) {
    const redact = (text: string) => {
      if (text.includes(bad)) throw new Error(text);
      return { text, counts: {} };
    };
    assert.deepEqual(await makeBundle(orderIn(home, parts, { redact })), { ok: false, reason: 'redaction-failed' });
  }
  assert.deepEqual(readdirSync(home), []);
});

test('the end of a log begins and ends with a whole line, and what is written meanwhile is left out', async (t) => {
  const file = path.join(temporaryHome(t), 'a.log');
  writeFileSync(file, 'first line\nsecond line\nthird line\nfourth, not fin');
  assert.equal(await readEnd(file, 1_000), 'first line\nsecond line\nthird line\n');
  assert.equal(await readEnd(file, 40), 'second line\nthird line\n');
  assert.equal(await readEnd(file, 5), '');
  writeFileSync(file, 'short\n'.repeat(1_000));
  const growing = setInterval(() => appendFileSync(file, 'more\n'.repeat(1_000)), 1);
  try {
    const text = (await readEnd(file, 64 * 1024)) ?? '';
    assert.ok(text.endsWith('\n') && text.length <= 64 * 1024);
  } finally {
    clearInterval(growing);
  }
});

test('of the logs only files of their own are read: no link, no second name of another file, no folder', async (t) => {
  const home = temporaryHome(t);
  const [secret, logs] = [path.join(home, 'id_rsa'), path.join(home, 'Logs')];
  writeFileSync(secret, 'a key\n');
  mkdirSync(logs);
  symlinkSync(secret, path.join(logs, 'link.log'));
  linkSync(secret, path.join(logs, 'second.log'));
  mkdirSync(path.join(logs, 'folder.log'));
  for (const name of ['link.log', 'second.log', 'folder.log', 'missing.log'])
    assert.equal(await readEnd(path.join(logs, name), 100), null, name);
  symlinkSync(logs, path.join(home, 'linked'));
  writeFileSync(path.join(logs, 'own.log'), 'a line\n');
  assert.equal(await readEnd(path.join(logs, 'own.log'), 100), 'a line\n');
  assert.equal(await readEnd(path.join(home, 'linked', 'own.log'), 100), null);
});

test('of the configuration nothing is told that is not listed, and of what a user writes only its length', () => {
  const told = toldValues('content-filter', {
    excluded_app_names: ['tiger', 'lion'],
    detect_secrets: false,
    added_later: 'tiger',
    blacklisted_window_keywords: 'tiger',
  });
  assert.deepEqual([told.excluded_app_names, told.detect_secrets, told.blacklisted_window_keywords], [{ entries: 2 }, false, null]);
  assert.doesNotMatch(JSON.stringify(told), /tiger|lion|added_later/);
  assert.equal(toldValues('hub', { language: 'tiger' }).language, null);
  assert.equal(toldValues('hub', { picker: { shortcut: 'tiger' } })['picker.shortcut'], 'changed');
  assert.equal(toldValues('hub', documents.hub.schema.parse({}))['picker.shortcut'], 'usual');
  assert.equal(toldValues('hub', { save: { min_text_chars: 'tiger' } })['save.min_text_chars'], null);
});

test('each key that is told is one of its document', () => {
  for (const [name, keys] of Object.entries(toldKeys)) {
    const told = toldValues(name as keyof typeof documents, documents[name as keyof typeof documents].schema.parse({}));
    for (const key of Object.keys(keys)) assert.ok(told[key] !== null || key.includes('max_'), `${name}: ${key}`);
  }
});

test('a sentence of a component is told without its values, except numbers; any other one is not told', () => {
  const texts = ['there is no display', 'the port {port} is taken by {program}', 'you have no permission'];
  assert.equal(sentenceOf('there is no display', texts), 'there is no display');
  assert.equal(sentenceOf('the port 5001 is taken by tiger', texts), 'the port 5001 is taken by {program}');
  assert.equal(sentenceOf('tiger', texts), null);
});

test('the report runs and loads nothing, and whatever is in a file is text', () => {
  const hostile = '</pre><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\u001b[31m&"\'';
  const bytes = Buffer.from(hostile);
  const file = { name: 'a.log', part: 'logs', bytes: bytes.length, sha256: 'ab', removed: { 'user-name': 3 } };
  const page = reviewReport({
    manifest: {
      bundle: 1,
      preset: 'full',
      createdAt: '2026-03-01T09:05:07.000Z',
      version: '1',
      files: [file],
      leftOut: [],
      removed: { 'user-name': 3 },
    },
    parts: [part('logs', async () => [])],
    texts: new Map([['a.log', bytes]]),
    language: 'en',
  });
  assert.match(
    page,
    /Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'"/,
  );
  const elements = new Set(Array.from(page.matchAll(/<\/?([a-z0-9]+)/g), ([, name]) => name));
  for (const active of ['script', 'img', 'link', 'iframe', 'object', 'form', 'a', 'base', 'svg']) assert.ok(!elements.has(active), active);
  for (const control of ['\u202e', '\u001b']) assert.ok(!page.includes(control));
  assert.match(page, /&lt;\/pre&gt;&lt;script&gt;/);
  assert.match(page, /your user name: 3/);
  assert.equal(escaped('a\tb\n'), 'a\tb\n');
});

test('an archive of the logs has them as they are, and nothing else of their folder', async (t) => {
  const home = temporaryHome(t);
  const places = placesIn(home);
  const folder = path.join(home, 'out');
  assert.deepEqual(await archiveLogs(places, folder, nowMs), { ok: false, reason: 'nothing' });
  mkdirSync(places.logs);
  // Also what is no text, and half a line of a process that was killed.
  const contentOf = (name: string): Buffer => Buffer.concat([Buffer.from(`${name}\n`), Buffer.from([0xff, 0, 0xc3]), Buffer.from('{"lev')]);
  for (const name of ['hub.log', 'hub.1.log', 'clipboard.failed.log', 'other.log'])
    writeFileSync(path.join(places.logs, name), contentOf(name));
  const made = await archiveLogs(places, folder, nowMs);
  assert.ok(made.ok);
  assert.equal(statSync(made.value.path).mode & 0o777, 0o600);
  const files = unzipped(readFileSync(made.value.path)).map(({ name, bytes }) => [name, bytes.toString('hex')]);
  assert.deepEqual(
    files.toSorted(),
    ['clipboard.failed.log', 'hub.1.log', 'hub.log'].map((name) => [name, contentOf(name).toString('hex')]),
  );
});
