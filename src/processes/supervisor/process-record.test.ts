import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { readProcessRecord } from '../../home-processes/process-record.ts';
import { openProcessRecord } from './process-record.ts';

const identity = { startOf: (pid: number) => (pid < 1_000_000_000 ? `start-${pid}` : null) };

function rig(t: TestContext): { file: string; logged: string[]; open: () => ReturnType<typeof openProcessRecord> } {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'processes.json');
  const logged: string[] = [];
  return { file, logged, open: () => openProcessRecord({ file, identity, log: rememberingLog((line) => void logged.push(line)) }) };
}

test('running processes are on disk at every moment, private to this user, and nothing is left after the end', async (t) => {
  const { file, open } = rig(t);
  const record = open();
  const processes = (): object[] => {
    const read = readProcessRecord(file);
    assert.ok(read.ok);
    assert.equal(read.value.instance, record.instance);
    return read.value.processes.map(({ id, pid, start }) => [id, pid, start]);
  };
  const own = ['supervisor', process.pid, `start-${process.pid}`];
  await record.ended('hub');
  assert.deepEqual(processes(), [own]);
  void record.started('clipboard', 7);
  await record.started('python_core', 8);
  assert.deepEqual(processes(), [own, ['clipboard', 7, 'start-7'], ['python_core', 8, 'start-8']]);
  void record.started('clipboard', 9);
  void record.ended('python_core');
  await record.ended('hub');
  assert.deepEqual(processes(), [own, ['clipboard', 9, 'start-9']]);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  await record[Symbol.asyncDispose]();
  assert.deepEqual(readProcessRecord(file), { ok: false, reason: 'absent' });
  assert.deepEqual(fs.readdirSync(path.dirname(file)), []);
});

test('a process that can not be inspected is not recorded: nothing could be proven about it', async (t) => {
  const { file, open } = rig(t);
  const record = open();
  void record.started('clipboard', 7);
  await record.started('clipboard', 1_000_000_007);
  const read = readProcessRecord(file);
  assert.deepEqual(read.ok && read.value.processes.map(({ id }) => id), ['supervisor']);
});

test('a process that starts while the last pending write finishes is recorded', async (t) => {
  const { file, open } = rig(t);
  const record = open();
  await record.ended('hub');
  void record.ended('hub');
  await record.started('clipboard', 7);
  const read = readProcessRecord(file);
  assert.deepEqual(read.ok && read.value.processes.map(({ id }) => id), ['supervisor', 'clipboard']);
});

test('each supervisor has another instance', (t) => {
  const { open } = rig(t);
  assert.notEqual(open().instance, open().instance);
});

test('a record that can not be written is reported once, and stops nothing', async (t) => {
  const { file, logged, open } = rig(t);
  fs.mkdirSync(file);
  const record = open();
  void record.started('clipboard', 7);
  void record.ended('clipboard');
  await record[Symbol.asyncDispose]();
  assert.deepEqual(logged, ['WARN record of processes not written']);
});

test('an invalid record is damaged, and a copy in another place is foreign', async (t) => {
  const { file, open } = rig(t);
  await open().started('clipboard', 7);
  const good = fs.readFileSync(file, 'utf8');
  const copy = `${file}.copy`;
  fs.copyFileSync(file, copy);
  assert.deepEqual(readProcessRecord(copy), { ok: false, reason: 'foreign' });
  const wrong = [
    '',
    'null',
    '[]',
    '{}',
    '\0'.repeat(100),
    good.slice(0, -20),
    good.replace('"pid":7', '"pid":-7'),
    good.replace('"pid":7', '"pid":"7"'),
    good.replace('"pid":7', '"pid":0'),
    good.replace('clipboard', '__proto__'),
    good.padEnd(100_000, ' '),
  ];
  for (const text of wrong) {
    assert.notEqual(text, good);
    fs.writeFileSync(file, text);
    assert.deepEqual(readProcessRecord(file), { ok: false, reason: 'damaged' }, text.slice(0, 100));
  }
  fs.rmSync(file);
  fs.symlinkSync(copy, file);
  assert.deepEqual(readProcessRecord(file), { ok: false, reason: 'damaged' }, 'a link to somewhere');
  fs.rmSync(file);
  fs.mkdirSync(file);
  assert.deepEqual(readProcessRecord(file), { ok: false, reason: 'damaged' }, 'a folder');
});
