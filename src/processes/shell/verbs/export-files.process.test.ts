import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { done, failed } from '../../../base/outcome.ts';
import { locatePlaces } from '../../../platform/locations.ts';
import { readSurroundings } from '../../../platform/surroundings.ts';
import { exportFiles } from './export-files.ts';

function rig(t: TestContext, answers = true) {
  const home = path.join(temporaryHome(t), 'home');
  const env = { ...process.env, HUB_HOME: home, DISPLAY: '' };
  const places = locatePlaces(readSurroundings(env));
  const [said, opened]: [string[], string[][]] = [[], []];
  const shell = {
    during: <Value>(work: Promise<Value>) => work,
    notify: (intent: string, text: string | (() => string)) => {
      said.push(`${intent}: ${typeof text === 'string' ? text : text()}`);
      return 1;
    },
  };
  const open = async (as: string, target: string) => {
    opened.push([as, target]);
    return answers ? done(null) : failed('no-answer' as const);
  };
  return { places, said, opened, make: (what: 'support-bundle' | 'evidence') => exportFiles({ places, env, shell, open } as never, what) };
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
  assert.match(said.join(), /^success: Written: .*\.zip\. Look at the report/);
});

test('one whose report can not be opened is there all the same, and both are said', async (t) => {
  const { places, said, make } = rig(t, false);
  await make('support-bundle');
  assert.equal(readdirSync(places.exports).length, 2);
  assert.match(said.join(), /^warning: Written: .*\.zip\. It was not opened/);
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
  assert.match(said.at(-1) ?? '', /^warning: Written: .*hub retention verify/);
});

test('where nothing can be written, the reason is said', async (t) => {
  for (const what of ['support-bundle', 'evidence'] as const) {
    const { places, said, opened, make } = rig(t);
    mkdirSync(path.dirname(places.document('config/legal-hold.json')), { recursive: true });
    writeFileSync(places.document('config/legal-hold.json'), '{"holds":[{"id":"audit","copies":[7]}]}');
    writeFileSync(places.exports, 'a file where the folder is to be');
    await make(what);
    assert.match(said.join(), /^error: nothing was written/, what);
    assert.deepEqual(opened, []);
  }
});
