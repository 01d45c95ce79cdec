import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { unzipped } from '../../../test/harness/documents/zip-reader.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { documents } from '../../contract/documents.ts';
import { secretReasons } from '../../contract/secret-families.ts';
import { cleanLogLines } from '../../domain/redaction/log-line.ts';
import { findersFor, redactionBy } from '../../domain/redaction/redactor.ts';
import { locatePlaces, type Places } from '../../platform/locations.ts';
import { programFolder, readProgramFiles } from '../machine/program-files.ts';
import { type BundleOrder, makeBundle } from './make-bundle.ts';
import type { MadeFile, Part } from './part.ts';
import { sentenceOf } from './parts/components-part.ts';
import { toldKeys, toldValues } from './parts/configuration-part.ts';
import { isSystemWord, readEnd } from './parts/logs-part.ts';
import { missingParts, missingSaid } from './why-not-written.ts';

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
    orderIn(
      home,
      [
        part('fails', () => Promise.reject(new Error('a title'))),
        part('hangs', () => new Promise(() => {})),
        part('silent', async () => []),
        part('well', async () => [{ name: 'well.json', json: { count: 1 } }]),
      ],
      { partsWithinMs: 200 },
    ),
  );
  assert.ok(made.ok);
  const said = missingSaid(missingParts(made.value.manifest));
  assert.match(String(said), /^the parts fails, hangs are missing: .* Make the bundle again once Hub answers$/);
  assert.match(readFileSync(made.value.report, 'utf8'), /<dt>Not complete<\/dt><dd>the parts fails, hangs are missing: [^<]*<\/dd>/);
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

test('a part that comes late, as on a busy machine, is in the bundle, which is complete then', async (t) => {
  const answer = Promise.withResolvers<readonly MadeFile[]>();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const making = makeBundle(orderIn(temporaryHome(t), [part('late', () => answer.promise)]));
  t.mock.timers.tick(29_000);
  t.mock.timers.reset();
  answer.resolve([{ name: 'late.json', json: 1 }]);
  const made = await making;
  assert.deepEqual(made.ok && [made.value.manifest.files.map(({ name }) => name), made.value.manifest.leftOut], [
    ['late.json', 'review.html'],
    [],
  ]);
  const report = made.ok ? readFileSync(made.value.report) : Buffer.alloc(0);
  const listed = made.ok ? made.value.manifest.files.at(-1) : undefined;
  assert.deepEqual([listed?.bytes, listed?.sha256], [report.length, createHash('sha256').update(report).digest('hex')]);
  assert.ok(made.ok && !readFileSync(made.value.report, 'utf8').includes('Not complete'));
});

test('what is there is looked through while others are gathered', async (t) => {
  const home = temporaryHome(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  const early = part('early', async () => [{ name: 'early.json', json: 'early' }]);
  const late = part('late', async () => {
    await promise;
    return [{ name: 'late.json', json: 'late' }];
  });
  const redact = (text: string) => {
    if (text === 'early') resolve();
    return { text, counts: {} };
  };
  const made = await makeBundle(orderIn(home, [late, early], { redact, partsWithinMs: 20_000 }));
  assert.ok(made.ok);
  assert.deepEqual(
    made.value.manifest.files.map(({ name }) => name),
    ['late.json', 'early.json', 'review.html'],
  );
});

test('whoever stops it waits for no part, and no file is left', async (t) => {
  const home = temporaryHome(t);
  const stop = new AbortController();
  const order = orderIn(home, [part('hangs', () => new Promise(() => {}))]);
  const making = makeBundle({ ...order, facts: { ...order.facts, signal: stop.signal }, partsWithinMs: 20_000 });
  const startMs = performance.now();
  setImmediate(() => stop.abort());
  assert.deepEqual(await making, { ok: false, reason: 'stopped' });
  assert.ok(performance.now() - startMs < 30_000);
  assert.deepEqual(readdirSync(home), []);
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

test('a folder that is missing is made for its user alone, and said to be new; it goes again if the bundle is not written', async (t) => {
  const home = temporaryHome(t);
  const folder = path.join(home, 'one', 'two');
  const parts = [part('well', async () => [{ name: 'well.json', json: 1 }])];
  const stop = new AbortController();
  const { facts } = orderIn(home, parts);
  const stopping = part('stops', async () => {
    setImmediate(() => stop.abort());
    return [{ name: 'long.log', text: 'a line of a log\n'.repeat(200_000), counts: {} }];
  });
  const stopped = await makeBundle(orderIn(home, [stopping], { folder, facts: { ...facts, signal: stop.signal } }));
  assert.deepEqual([stopped, readdirSync(home)], [{ ok: false, reason: 'stopped' }, []]);
  const made = await makeBundle(orderIn(home, parts, { folder }));
  assert.deepEqual(
    [made.ok && made.value.isNewFolder, statSync(path.join(home, 'one')).mode & 0o777, statSync(folder).mode & 0o777],
    [true, 0o700, 0o700],
  );
  const again = await makeBundle(orderIn(home, parts, { folder }));
  assert.equal(again.ok && again.value.isNewFolder, false);
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

test('a word that the user names is in no key, no number, no name of a file, and not in the manifest or the report', async (t) => {
  const home = temporaryHome(t);
  const redact = redactionBy(findersFor([{ rule: 'your-word', text: '4711', isWhole: false }]));
  const parts = [
    part('keys', async () => [{ name: 'a.json', json: { tiger4711: 1, tiger4712: 2, deep: [{ '4711': true, x: 94_711, y: 47.11 }] } }]),
    part('two', async () => [
      { name: 'logs/4711.log', text: 'a line 4711\n', counts: {} },
      { name: 'logs/4711.log', text: 'another\n', counts: {} },
    ]),
  ];
  const made = await makeBundle(orderIn(home, parts, { redact }));
  assert.ok(made.ok);
  const files = unzipped(readFileSync(made.value.path));
  const text = Buffer.concat(files.flatMap(({ name, bytes }) => [Buffer.from(`${name}\n`), bytes])).toString();
  assert.ok(!text.replaceAll(/[0-9a-f]{64}/g, '').includes('4711'), text);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['review.html', 'manifest.json', 'a.json', 'logs/[your-word].log', 'logs/[your-word].log-2'],
  );
  assert.deepEqual(JSON.parse(files[2]?.bytes.toString() ?? ''), {
    'tiger[your-word]': 1,
    tiger4712: 2,
    deep: [{ '[your-word]': true, x: '9[your-word]', y: 47.11 }],
  });
  assert.deepEqual(made.value.manifest.removed, { 'your-word': 6 });
});

test('a key or a name that cannot be looked through leaves no file', async (t) => {
  const home = temporaryHome(t);
  const redact = (text: string) => {
    if (text.includes('tiger')) throw new Error(text);
    return { text, counts: {} };
  };
  for (const file of [
    { name: 'a.json', json: { tiger: 1 } },
    { name: 'tiger.json', json: 1 },
    { name: 'tiger.log', text: 'x\n', counts: {} },
  ])
    assert.deepEqual(await makeBundle(orderIn(home, [part('one', async () => [file])], { redact })), {
      ok: false,
      reason: 'redaction-failed',
    });
  assert.deepEqual(readdirSync(home), []);
});

test('in a log, reasons that Hub composes and codes of Node, SQLite and the system stay; a word in their form goes', async () => {
  const { words } = await readProgramFiles(programFolder, new AbortController().signal);
  const lineWith = (because: string): string =>
    `${JSON.stringify({ level: 'INFO', time: '2026-03-01T09:05:07.042Z', component: 'python_core', pid: 12, event: 'judged', because })}\n`;
  const own = [
    ...secretReasons,
    'ERR_SQLITE_13',
    'ERR_INVALID_ARG_TYPE',
    'TypeError.ERR_INVALID_ARG_TYPE',
    'ENOSPC',
    'EAI_AGAIN',
    'SIGKILL',
  ];
  for (const because of own)
    assert.deepEqual(cleanLogLines(lineWith(because), words, isSystemWord), { text: lineWith(because), counts: {} });
  for (const because of ['secret_tiger', 'ERR_TIGER', 'ERR_SQLITE_TIGER', 'TypeError.ERR_TIGER', 'ETIGER', 'toString'])
    assert.doesNotMatch(cleanLogLines(lineWith(because), words, isSystemWord).text, /tiger|toString/i, because);
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
  assert.equal(toldValues('hub', documents.hub.schema.parse({}))['picker.shortcut'], 'default');
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
  for (const program of ['there is no display', '42'])
    assert.equal(sentenceOf(`the port 5001 is taken by ${program}`, texts), 'the port 5001 is taken by {program}', program);
  assert.equal(sentenceOf('tiger', texts), null);
});
