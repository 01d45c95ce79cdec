/** `hub config` and `hub workspace` while a Hub runs, and while one starts. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';
import { TestHub } from '../harness/hub.ts';

test('changes by the command are in force in the Hub that runs, and those made while it starts are all kept', async () => {
  await using hub = new TestHub({}, { savePolicy: 'default' });
  const file = hub.places.document('config/hub.json');
  const written = () => JSON.parse(fs.readFileSync(file, 'utf8'));
  const run = async (...words: string[]): Promise<string> => {
    const { status, stdout, stderr } = await hub.command(words);
    assert.deepEqual([status, stderr], [0, ''], words.join(' '));
    return stdout;
  };
  const keys = [
    ['language', 'en'],
    ['save.min_text_chars', '40'],
    ['journal.max_megabytes', '500'],
    ['index_refresh.every_n_days', '3'],
  ] as const;
  // Some reach the settings host, the others write the document themselves.
  await Promise.all([hub.start(), ...keys.map(([key, value]) => run('config', 'set', 'hub', key, value))]);
  const expected = { language: 'en', save: { min_text_chars: 40 }, journal: { max_megabytes: 500 }, index_refresh: { every_n_days: 3 } };
  assert.deepEqual(written(), expected);
  assert.equal(await run('config', 'get', 'hub', 'language'), 'en\n');

  await run('config', 'set', 'python-core-logging', 'level', 'DEBUG');
  await hub.until(() => hub.logs().includes('"document":"python-core-logging","event":"document changed"'));
  assert.match(await run('workspace', 'list'), /The active one \(\*\) is set by HUB_WORKSPACE/);
  const missing = await run('workspace', 'add', `${hub.workspace}-missing`);
  assert.match(missing, /To save into it: hub workspace select [^\n]*\nThe folder does not exist\./);
  assert.match(await run('workspace', 'add', hub.workspace), /New copies are saved there\./);
  const refused = await hub.command(['workspace', 'add', hub.root, '--select']);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /^hub: HUB_WORKSPACE sets the WorkSpace of this Hub; [^\n]*\n$/);
});
