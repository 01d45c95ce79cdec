import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { writeBag } from '../../base/evidence/bag.ts';
import { segmentName, sha256 } from '../../base/evidence/record-chain.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { proveEvidence } from './prove-evidence.ts';

const nowMs = Date.parse('2026-11-26T12:00:00Z');
const policy = '{"rules": [{"id": "few", "max_count": 2}]}';

/** Makes a bag of sound records whose manifests are right, with these changes to what is in it and to what it says. */
function rig(t: TestContext) {
  const journal = testJournal(t);
  const records = path.join(journal.blobs, '..', 'retention');
  for (let at = 0; at < 6; at++) recordCapture(journal, textCapture(`copy ${at}`, { copiedAtMs: nowMs - 1_000 + at }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const order = { ...runOrder(records, nowMs, { policy: JSON.parse(policy) as object }), policyDigest: sha256(policy) };
  for (let run = 0; run < 2; run++) wholeRun(journal, order);
  const whole = readFileSync(path.join(records, segmentName(1)), 'utf8');
  const lines = whole.split('\n').slice(0, -1);
  const said = {
    'Hub-Records': String(lines.length),
    'Hub-Head-SHA-256': (JSON.parse(lines.at(-1) ?? '{}') as { hash: string }).hash,
    'Hub-Records-Sound': 'yes',
  };
  let bags = 0;
  const folder = temporaryHome(t);
  const bag = (files: Readonly<Record<string, string>> = {}, info: Readonly<Record<string, string>> = {}): Promise<string> => {
    const all = { 'config/retention-policy.json': policy, [`records/${segmentName(1)}`]: whole, ...files };
    const payload = Object.entries(all).map(([name, text]) => ({ path: name, bytes: Buffer.from(text) }));
    return writeBag({ folder, name: `bag-${bags++}`, payload, info: () => ({ ...said, ...info }) });
  };
  return { bag, lines };
}

const fault = (folder: string) => proveEvidence(folder, []).fault;

test('what a folder of evidence says about itself has to be true of what is in it', async (t) => {
  const { bag, lines } = rig(t);
  const sound = await bag();
  assert.deepEqual([fault(sound), proveEvidence(sound, []).policy], [null, 'same']);
  assert.deepEqual(fault(await bag({}, { 'Hub-Records': '99' })), { kind: 'bag-info', label: 'Hub-Records' });
  assert.deepEqual(fault(await bag({}, { 'Hub-Head-SHA-256': 'a'.repeat(64) })), { kind: 'bag-info', label: 'Hub-Head-SHA-256' });
  assert.deepEqual(fault(await bag({}, { 'Hub-Records-Sound': 'no' })), { kind: 'unsound-then' });
  assert.deepEqual(fault(await bag({ 'notes.txt': 'x' })), { kind: 'foreign', file: 'data/notes.txt' });
  const cut = `${lines.slice(0, -1).join('\n')}\n`;
  assert.deepEqual(fault(await bag({ [`records/${segmentName(1)}`]: cut })), { kind: 'bag-info', label: 'Hub-Records' });
  assert.equal(proveEvidence(await bag({ 'config/retention-policy.json': '{}' }), []).policy, 'changed');
});

test('the size that a folder of evidence says is compared, also when its manifests are made anew', async (t) => {
  const { bag } = rig(t);
  const folder = await bag();
  const change = (file: string, from: RegExp, to: string): void => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    assert.match(text, from);
    writeFileSync(path.join(folder, file), text.replace(from, to));
  };
  const before = sha256(readFileSync(path.join(folder, 'bag-info.txt')));
  change('bag-info.txt', /Payload-Oxum: \d+/, 'Payload-Oxum: 7');
  change('tagmanifest-sha256.txt', new RegExp(before), sha256(readFileSync(path.join(folder, 'bag-info.txt'))));
  assert.deepEqual(fault(folder), { kind: 'bag-info', label: 'Payload-Oxum' });
});

test('a last run without its end is not counted as one that was whole', async (t) => {
  const { bag, lines } = rig(t);
  const last = JSON.parse(lines.at(-2) ?? '{}') as { hash: string };
  const info = { 'Hub-Records': String(lines.length - 1), 'Hub-Head-SHA-256': last.hash };
  const { proven } = proveEvidence(await bag({ [`records/${segmentName(1)}`]: `${lines.slice(0, -1).join('\n')}\n` }, info), []);
  assert.deepEqual([proven.fault, proven.account.runs, proven.account.isOpen], [null, 2, true]);
});

test('a folder with nothing in it but the mark of a bag is refused', (t) => {
  const folder = path.join(temporaryHome(t), 'empty');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'bagit.txt'), '');
  assert.equal(readdirSync(folder).length, 1);
  assert.equal(fault(folder)?.kind, 'bag');
});
