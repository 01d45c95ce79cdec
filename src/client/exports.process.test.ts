/** The exports as other programs call them: whatever they are given, and wherever they are to write. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { addLines, type TestLine } from '../../test/harness/log-files.ts';
import { tryMountSmallDisk } from '../../test/harness/strange-files.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { openHubClient, type SupportPreset } from './hub-client.ts';

const startMs = Date.UTC(2026, 2, 1, 9);
const noMount = 'takes the right to mount a small disk';

function rig(t: TestContext, lines = 20_000) {
  const home = temporaryHome(t);
  const logs = path.join(home, 'Logs');
  addLines(
    logs,
    'clipboard.log',
    Array.from(
      { length: lines },
      (_, n): TestLine => ({ atMs: startMs + n, fields: { bytes: (n * 7_919) % 1_000_003, ms: Math.sqrt(n) } }),
    ),
  );
  mkdirSync(path.join(home, 'config'));
  writeFileSync(path.join(home, 'config/legal-hold.json'), '{"holds": [{"id": "case-17", "query": "tea"}]}\n');
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const client = openHubClient({ env: { ...env, HUB_HOME: home } });
  /** The reasons that were logged since the last call. */
  const reasons = (): readonly string[] => {
    const file = path.join(logs, 'hub.log');
    const told = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    writeFileSync(file, '');
    return told.filter(Boolean).map((line) => {
      const { component, event, because, disk } = JSON.parse(line);
      assert.equal(component, 'client');
      return [event, because, disk].filter(Boolean).join(': ');
    });
  };
  return { home, logs, client, reasons };
}

test('a page of the logs is made for each number of lines from one on, and a number that is none is a reason in the log', async (t) => {
  const { logs, client, reasons } = rig(t, 3);
  for (const most of [1, 2.5, 3, 1e308, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER])
    assert.equal(path.dirname(await client.exportLogsHtml(false, most)), path.join(logs, 'exports'), String(most));
  assert.deepEqual(reasons(), []);
  for (const most of [0, -0, -1, -1e308, 0.5, Number.NaN, '7', '', null, undefined, {}, [3], 1n, true]) {
    assert.equal(await client.exportLogsHtml(false, most as number), '', String(most));
    assert.deepEqual(reasons(), ['logs not exported: invalid-argument'], String(most));
  }
});

test('a home without logs gets no log of a failure', async (t) => {
  const home = temporaryHome(t);
  const client = openHubClient({ env: { HUB_HOME: home } });
  assert.deepEqual([await client.exportLogsHtml(false, 10), await client.exportRetentionEvidence(path.join(home, 'out'))], ['', '']);
  assert.deepEqual(readdirSync(home), []);
});

test('arguments that make no sense leave nothing, and are a reason in the log', async (t) => {
  const { home, client, reasons } = rig(t);
  const out = path.join(home, 'out');
  for (const folder of ['', '  ', null, 7, {}, 1n]) {
    assert.equal(await client.exportRetentionEvidence(folder as string), '');
    assert.equal(await client.runSupportPreset(folder as string, 'minimal'), '');
  }
  for (const preset of ['everything', '', null, 0, 'Minimal', 'toString'])
    assert.equal(await client.runSupportPreset(out, preset as SupportPreset), '');
  assert.deepEqual([...new Set(reasons())], ['evidence not exported: invalid-argument', 'support bundle not made: invalid-argument']);
  assert.equal(await client.runSupportPreset(out, 'minimal', AbortSignal.abort()), '');
  assert.equal(await client.exportRetentionEvidence(out, AbortSignal.abort()), '');
  assert.deepEqual(reasons(), ['support bundle not made: stopped', 'evidence not exported: stopped']);
  assert.equal(existsSync(out), false);
});

test('a place that takes no folder gives an empty string and a reason', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async (t) => {
  const { home, logs, client, reasons } = rig(t);
  writeFileSync(path.join(home, 'file'), '');
  for (const folder of ['/dev/full', '/dev/full/below', '/proc/hub/below', path.join(home, 'file'), `${home}/${'x'.repeat(300)}`]) {
    assert.equal(await client.runSupportPreset(folder, 'minimal'), '', folder);
    assert.equal(await client.exportRetentionEvidence(folder), '', folder);
    assert.match(reasons().join('\n'), /^support bundle not made: [a-z_-]+\nevidence not exported: [a-z_-]+$/, folder);
  }
  writeFileSync(path.join(logs, 'exports'), 'a file');
  assert.equal(await client.exportLogsHtml(false, 10), '');
  assert.match(reasons().join('\n'), /^logs not exported: not-written: [a-z_-]+$/);
});

test('a full disk gives an empty string and a reason, and has no half file', async (t) => {
  const { home, logs, client, reasons } = rig(t);
  const pages = path.join(logs, 'exports');
  const out = path.join(home, 'out');
  for (const folder of [pages, out]) mkdirSync(folder, { mode: 0o700 });
  using pagesDisk = tryMountSmallDisk(pages, '64k,mode=700');
  using outDisk = tryMountSmallDisk(out, '8k,mode=700');
  if (pagesDisk === null || outDisk === null) return t.skip(noMount);
  assert.equal(await client.exportLogsHtml(false, 1e6), '');
  assert.deepEqual([reasons(), readdirSync(pages)], [['logs not exported: not-written: disk-full'], []]);
  assert.equal(await client.runSupportPreset(out, 'minimal'), '');
  assert.deepEqual([reasons(), readdirSync(out)], [['support bundle not made: disk-full'], []]);
  assert.equal(await client.exportRetentionEvidence(out), '');
  assert.deepEqual([reasons(), readdirSync(out)], [['evidence not exported: disk-full'], []]);
});
