import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { runOrder, wholeRun } from '../../../test/harness/retention/retention-run.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { failed } from '../../base/outcome.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { homeChecks } from '../../diagnostics/doctor/home-checks.ts';
import { retentionCheck } from '../../diagnostics/doctor/retention-check.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { digestKeyFile } from '../../journal/retention/digest-key.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { runCommand } from '../program.ts';

function rig(t: TestContext) {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  for (const folder of [places.blobs, places.document('config')]) mkdirSync(folder, { recursive: true });
  const journal = testJournal(t, { file: places.journal, blobs: places.blobs });
  for (let at = 0; at < 4; at++) recordCapture(journal, textCapture(`copy ${at}`, { copiedAtMs: 1_000 + at }));
  journal.statement("UPDATE fragments SET state = 'kept'").run();
  const { surface, printed, complained } = rememberingSurface(places);
  const run = async (...words: readonly string[]) => {
    printed.length = complained.length = 0;
    return runCommand(words, { ...surface, edit: async () => 0 }, 'hub');
  };
  const facts = { places, env: {}, status: failed('absent'), nowMs: Date.now() } as const;
  return { places, journal, facts, run, printed, complained };
}

test('while legal-hold.json is gone, every place names the one command that writes it again, and it does', async (t) => {
  const { places, facts, run, printed, complained } = rig(t);
  const file = places.document('config/legal-hold.json');
  await run('retention', 'hold', 'add', 'case-17', '--query', 'acme');
  const before = readFileSync(file, 'utf8');
  rmSync(file);
  const restore = /hub retention hold restore/;
  const { unused } = effectiveDocument(places, 'legal-hold');
  assert.match(documentCondition(unused === null ? [] : [unused]) ?? '', restore);
  const configuration = homeChecks.find(({ id }) => id === 'configuration');
  for (const check of [retentionCheck, configuration]) assert.match((await check?.run(facts))?.[0]?.mend ?? '', restore);
  for (const words of [
    ['config', 'edit', 'legal-hold'],
    ['config', 'validate'],
    ['retention', 'hold', 'list'],
    ['retention', 'run'],
  ]) {
    assert.equal(await run(...words), 1, words.join(' '));
    assert.match([...printed, ...complained].join(), restore, words.join(' '));
  }
  assert.equal(existsSync(file), false);
  assert.equal(await run('retention', 'hold', 'restore'), 0);
  assert.match(printed.join(), /case-17/);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(before));
  assert.equal(await run('retention', 'hold', 'restore', '--json'), 0);
  assert.deepEqual(JSON.parse(printed.join()), { ok: true, restored: false, ids: ['case-17'] });
  writeFileSync(file, '{');
  assert.equal(await run('retention', 'hold', 'restore'), 1);
  assert.match(complained.join(), /hub config edit legal-hold/);
});

test('a key of the digests that is missing, or another one, is told by verify, by the doctor and by the next run', async (t) => {
  const { places, journal, facts, run, complained, printed } = rig(t);
  wholeRun(journal, runOrder(places.retention, Date.now(), { policy: { rules: [{ id: 'few', max_count: 1 }] } }));
  const key = path.join(places.retention, digestKeyFile);
  assert.equal(await run('retention', 'verify'), 0);
  assert.deepEqual(complained, []);
  const told = async (words: RegExp) => {
    assert.equal(await run('retention', 'verify'), 4);
    assert.match((printed[0] ?? '').replace('INCOMPLETE: ', ''), words);
    const [found] = await retentionCheck.run(facts);
    assert.match(printed[1] ?? '', /intact/);
    assert.deepEqual([found?.word, words.test(found?.says ?? '')], ['lost-key', true]);
  };
  writeFileSync(key, `${'b'.repeat(64)}\n`);
  await told(/^(?:hub: )?digest\.key is not the one that the records name/);
  rmSync(key);
  await told(/^(?:hub: )?digest\.key, which the records name, is missing/);
  writeFileSync(places.document('config/retention-policy.json'), '{"rules": [{"id": "few", "max_count": 1}]}');
  assert.equal(await run('retention', 'run'), 0);
  assert.match(complained.join(), /digest\.key, which the records name, is missing/);
  assert.equal(await run('retention', 'verify', '--json'), 4);
  const { ok, isComplete, lostKey } = JSON.parse(printed.join());
  assert.deepEqual([ok, isComplete, lostKey], [true, false, 'several']);
  await told(/^(?:hub: )?the records name more than one digest\.key/);
});

test('a new hold that cannot look for deleted copies does not say that it brought back none', async (t) => {
  const { places, run, printed } = rig(t);
  assert.equal(await run('retention', 'hold', 'add', 'whole', '--query', 'copy', '--json'), 0);
  const { broughtBack, notBroughtBack } = JSON.parse(printed.join());
  assert.deepEqual([broughtBack, notBroughtBack], [0, undefined]);
  {
    using newer = new DatabaseSync(places.journal);
    newer.exec('PRAGMA user_version = 999');
  }
  assert.equal(await run('retention', 'hold', 'add', 'newer', '--query', 'copy', '--json'), 0);
  const told = JSON.parse(printed.join());
  assert.deepEqual([told.ok, told.broughtBack], [true, null]);
  assert.match(told.notBroughtBack, /^the journal was written by a newer Hub/);
});
