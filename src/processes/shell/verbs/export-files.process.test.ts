import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Peers, startPeers } from '../../../../test/doubles/bridge-peers.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done, failed } from '../../../base/outcome.ts';
import { type SupportPreset, supportPresets } from '../../../contract/diagnostics/support-bundle.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { exportFiles } from './export-files.ts';

function rig(t: TestContext, answers = true, peers: Pick<Peers, 'env' | 'places'> | null = null) {
  const env = peers?.env ?? { ...process.env, HUB_HOME: path.join(temporaryHome(t), 'home'), DISPLAY: '' };
  const places = peers?.places ?? locatePlaces(readSurroundings(env));
  const [said, opened, logged]: [string[], string[][], string[]] = [[], [], []];
  const reveals: (() => Promise<void>)[] = [];
  const log = { warn: (event: string, fields: object) => void logged.push([event, ...Object.values(fields)].join(' ')) };
  const shell = {
    during: <Value>(work: Promise<Value>) => work,
    notify: (intent: string, text: string | (() => string), _undo?: unknown, more: { reveal?: () => Promise<void> } = {}) => {
      said.push(`${intent}: ${typeof text === 'string' ? text : text()}`);
      if (more.reveal !== undefined) reveals.push(more.reveal);
      return 1;
    },
  };
  const open = async (as: string, target: string) => {
    opened.push([as, target]);
    return answers ? done(null) : failed('no-answer' as const);
  };
  return {
    places,
    said,
    opened,
    logged,
    reveals,
    make: (what: 'support-bundle' | 'evidence', preset: SupportPreset = 'standard') =>
      exportFiles({ places, env, shell, log, open } as never, what, preset),
  };
}

test('a support bundle is written into the home, and its report is opened', async (t) => {
  const { places, said, opened, make } = rig(t);
  await make('support-bundle');
  const files = readdirSync(places.exports).toSorted();
  assert.deepEqual(
    files.map((name) => path.extname(name)),
    ['.html', '.zip'],
  );
  assert.deepEqual(opened, [['own-page', path.join(places.exports, files[0] ?? '')]]);
  assert.match(said.join(), /^success: Saved: .*\.zip\. Look through the report/);
});

test('a bundle is of the preset that was chosen', async (t) => {
  for (const preset of supportPresets) {
    const { opened, make } = rig(t);
    await make('support-bundle', preset);
    const report = readFileSync(opened[0]?.[1] ?? '', 'utf8');
    const parts = ['machine.json', 'journal.json', 'program.json'].filter((name) => report.includes(name));
    assert.equal(parts.length, 1 + supportPresets.indexOf(preset), preset);
  }
});

test('which parts are missing is said, and what to do', async (t) => {
  const peers = startPeers(t);
  await peers.pipe('supervisor', { ok: true, home: 1 });
  const { said, opened, make } = rig(t, true, peers);
  await make('support-bundle');
  assert.equal(opened[0]?.[0], 'own-page', 'the report says it too');
  assert.match(
    said.join(),
    /^warning: Saved: .*\.zip\. the part metrics is missing: Hub did not answer, or .* Make the bundle again once Hub answers$/,
  );
});

test('one whose report can not be opened is there all the same, and both are said', async (t) => {
  const { places, said, opened, reveals, make } = rig(t, false);
  await make('support-bundle');
  assert.equal(readdirSync(places.exports).length, 2);
  assert.match(said.join(), /^warning: Saved: .*\.zip\. It was not opened/);
  await reveals[0]?.();
  assert.deepEqual(opened.at(-1)?.[0], 'folder', 'its folder is offered');
  assert.match(opened.at(-1)?.[1] ?? '', /\.zip$/);
  assert.match(said.at(-1) ?? '', /^error: It was not opened/);
});

test('evidence is a folder that is shown; without any nothing is written', async (t) => {
  const { places, said, opened, make } = rig(t);
  await make('evidence');
  assert.match(said.join(), /^info: There is no evidence yet/);
  assert.equal(existsSync(places.exports), false);
  mkdirSync(path.dirname(places.document('config/legal-hold.json')), { recursive: true });
  writeFileSync(places.document('config/legal-hold.json'), '{"holds":[{"id":"audit","copies":[7]}]}');
  await make('evidence');
  assert.equal(opened[0]?.[0], 'folder');
  assert.ok(existsSync(path.join(opened[0]?.[1] ?? '', 'bagit.txt')));
  assert.match(said.at(-1) ?? '', /^success/);
  mkdirSync(places.retention, { recursive: true });
  writeFileSync(path.join(places.retention, '0000000001.jsonl'), 'no record\n');
  await make('evidence');
  assert.match(said.at(-1) ?? '', /^warning: Saved: .*hub retention verify/);
});

test('where nothing can be written, the reason is said, and logged', async (t) => {
  for (const what of ['support-bundle', 'evidence'] as const) {
    const { places, said, opened, logged, make } = rig(t);
    mkdirSync(path.dirname(places.document('config/legal-hold.json')), { recursive: true });
    writeFileSync(places.document('config/legal-hold.json'), '{"holds":[{"id":"audit","copies":[7]}]}');
    writeFileSync(places.exports, 'a file where the folder is to be');
    await make(what);
    assert.match(said.join(), /^error: .+\/exports: nothing was written: there is something else in the place of its folder; /, what);
    assert.deepEqual([logged, opened], [[`export not made ${what} not-a-folder`], []]);
  }
});

test('the folder may be on another disk by a link of the user, and nothing is written by a link that leads nowhere', async (t) => {
  for (const what of ['support-bundle', 'evidence'] as const) {
    const { places, said, opened, make } = rig(t);
    mkdirSync(path.dirname(places.document('config/legal-hold.json')), { recursive: true });
    writeFileSync(places.document('config/legal-hold.json'), '{"holds":[{"id":"audit","copies":[7]}]}');
    const disk = path.join(path.dirname(places.home), 'disk');
    symlinkSync(disk, places.exports);
    await make(what);
    assert.match(said.join(), /^error: .+\/exports: nothing was written: its folder is a link that leads nowhere; connect /, what);
    assert.deepEqual([opened, existsSync(disk)], [[], false]);
    mkdirSync(disk);
    await make(what);
    assert.match(said.at(-1) ?? '', /^success: Saved: .+\/exports\//, what);
    assert.ok(readdirSync(disk).length > 0);
    chmodSync(disk, 0o777);
    await make(what);
    assert.match(
      said.at(-1) ?? '',
      /^error: .+\/exports: nothing was written: the group or everyone can write to its folder; to fix this: chmod go-w/,
      what,
    );
  }
});
