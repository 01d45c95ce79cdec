/** `hub config` and `hub workspace` where no Hub runs. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { translationsInto } from '../../configuration/speak-language.ts';
import { speak } from '../../domain/language/say.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { runCommand } from '../program.ts';
import type { Surface } from '../surface.ts';

function rig(t: TestContext, more: Partial<Surface> = {}) {
  const folder = temporaryHome(t);
  const env = { HUB_HOME: path.join(folder, 'hub') };
  const places = locatePlaces({ env, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' });
  const { surface, printed, complained } = rememberingSurface(places);
  const file = (name: string): string => places.document(`config/${name}.json`);
  fs.mkdirSync(path.dirname(file('hub')), { recursive: true });
  const hub = async (...words: string[]) => {
    printed.length = complained.length = 0;
    const status = await runCommand(words, { ...surface, ...more }, 'hub');
    return { status, out: printed.join('\n'), err: complained.join('\n') };
  };
  return { hub, file, folder, written: (name: string) => JSON.parse(fs.readFileSync(file(name), 'utf8')) };
}

test('a key is set by words of the type that its schema has', async (t) => {
  const { hub, written } = rig(t);
  const set: readonly (readonly [words: string[], value: unknown])[] = [
    [['hub', 'save.policy', 'typed'], 'typed'],
    [['hub', 'save.min_text_chars', '40'], 40],
    [['hub', 'enable_filesystem_watcher', 'false'], false],
    [['hub', 'journal.max_megabytes', '500'], 500],
    [
      ['hub', 'index_refresh.weekly_days', 'mon', 'thu'],
      ['mon', 'thu'],
    ],
    [['content-filter', 'excluded_app_names', 'KeePassXC'], ['KeePassXC']],
    [
      ['content-filter', 'excluded_dirs', '["a","b"]'],
      ['a', 'b'],
    ],
    [['workspaces', 'workspaces', '[{"id":"a","name":"A","path":"~/a"}]'], [{ id: 'a', name: 'A', path: '~/a' }]],
  ];
  for (const [[document = '', key = '', ...words], value] of set) {
    assert.equal((await hub('config', 'set', document, key, ...words)).status, 0, key);
    const got = await hub('config', 'get', document, key, '--json');
    assert.deepEqual(JSON.parse(got.out), value);
  }
  assert.deepEqual(written('hub').save, { policy: 'typed', min_text_chars: 40 });
  assert.equal((await hub('config', 'set', 'hub', 'journal.max_megabytes', 'null')).status, 0);
  assert.equal(written('hub').journal.max_megabytes, undefined, 'null and no key are the same');
});

test('what a key does not take is refused with what it takes, and nothing is written', async (t) => {
  const { hub, file } = rig(t);
  const refusals: readonly (readonly [words: string[], why: RegExp])[] = [
    [['hub', 'save.policy', 'some'], /^hub: save\.policy must be one of: documents, all, typed, off$/],
    [['hub', 'save.policy', 'all', 'off'], /one of: documents, all, typed, off/],
    [['hub', 'language', 'klingon'], /^hub: language must be one of: system, en, de, zh-CN$/],
    [['hub', 'save.min_text_chars', '1e3'], /a whole number from 0 to 1000000/],
    [['hub', 'save.min_text_chars', '1000001'], /a whole number from 0 to 1000000/],
    [['hub', 'enable_filesystem_watcher', 'yes'], /true or false/],
    [['hub', 'index_refresh.daily_time', '24:00'], /a time of day as HH:MM/],
    [['hub', 'index_refresh.daily_time', '3:00', 'x'], /must be a time of day as HH:MM/],
    [['hub', 'index_refresh.weekly_days', 'mon', 'SUN'], /weekly_days \(entry 2\) must be one of: mon, /],
    [['hub', 'save', '{"policy":'], /a JSON object/],
    [['content-filter', 'excluded_extensions', '.*'], /\(entry 1\) must be an extension such as \.pem/],
    [['workspaces', 'workspaces', 'a'], /a JSON list of objects/],
    [['hub', 'nothing', '1'], /^hub: hub has no key nothing; its keys: language, /],
    [['hub', '__proto__.x', '1'], /has no key __proto__\.x/],
    [['nothing', 'a', '1'], /^hub: there is no document nothing; use one of: hub, content-filter, cache, /],
  ];
  for (const [words, why] of refusals) {
    const { status, out, err } = await hub('config', 'set', ...words);
    assert.deepEqual([status, out], [1, ''], words.join(' '));
    assert.match(err, why);
  }
  for (const name of ['hub', 'content-filter', 'workspaces']) assert.equal(fs.existsSync(file(name)), false, name);
});

test('a language that Hub does not speak costs nothing else in a document by hand, and can not be set', async (t) => {
  const { hub, file } = rig(t);
  fs.writeFileSync(file('hub'), '{"language": "fr", "save": {"policy": "off"}, "history": {"max_age_days": 30}}');
  const value = async (key: string): Promise<string> => (await hub('config', 'get', 'hub', key)).out.trim();
  assert.deepEqual([await value('language'), await value('save.policy'), await value('history.max_age_days')], ['en', 'off', '30']);
  assert.equal((await hub('config', 'set', 'hub', 'save.policy', 'typed')).status, 0);
  assert.match((await hub('config', 'set', 'hub', 'language', 'it')).err, /must be one of: system/);
  assert.equal(JSON.parse(fs.readFileSync(file('hub'), 'utf8')).language, 'fr');
});

test('a key, or a document, gets its defaults again, and keeps what Hub does not know', async (t) => {
  const { hub, file, written } = rig(t);
  fs.writeFileSync(file('hub'), '{"mine": 1, "save": {"policy": "off", "note": 2, "min_text_chars": 3}, "language": "de"}');
  assert.match((await hub('config', 'reset', 'hub', 'save.policy')).out, /default again: documents\.$/);
  assert.deepEqual(written('hub'), { mine: 1, save: { note: 2, min_text_chars: 3 }, language: 'de' });
  assert.equal((await hub('config', 'reset', 'hub')).status, 0);
  assert.deepEqual(written('hub'), { mine: 1, save: { note: 2 } });
});

test('keys that Hub does not know are a warning of validate, with what they may be', async (t) => {
  const { hub, file } = rig(t);
  fs.writeFileSync(file('hub'), '{"$schema": "x", "version": 1, "saev": {}, "save": {"polcy": "all", "min_text_chars": 20}}');
  const validated = await hub('config', 'validate', 'hub');
  assert.deepEqual([validated.status, validated.out.trim()], [0, 'hub: valid']);
  assert.match(
    validated.err,
    /^hub: hub has keys that Hub does not know and ignores: save\.polcy \(Did you mean save\.policy\?\), saev \(Did you mean save\?\)$/m,
  );
  const { documents } = JSON.parse((await hub('config', 'validate', 'hub', '--json')).out);
  assert.deepEqual(documents[0].unknownKeys, ['save.polcy', 'saev']);
  assert.equal((await hub('config', 'validate')).err.split('\n').filter(Boolean).length, 1, 'only of that document');
});

test('a document that is not valid is shown as what is in force, validated with its place, and not changed', async (t) => {
  const { hub, file } = rig(t);
  for (const [text, place] of [
    ['{"save": {"policy": "CANARY"}}', /hub\.json: save\.policy must be one of: documents, all, typed, off\. Until/],
    ['{\n"save": CANARY', /hub\.json, line 2: it is not JSON/],
    ['{"version": 2}', /hub\.json: it was written by a newer version of Hub/],
  ] as const) {
    fs.writeFileSync(file('hub'), text);
    const validated = await hub('config', 'validate');
    assert.equal(validated.status, 1);
    assert.match(validated.out, place);
    assert.match(validated.out, /^cache: not there, so its defaults apply$/m);
    const got = await hub('config', 'get', 'hub', 'save.policy');
    assert.deepEqual([got.status, got.out], [0, 'documents']);
    assert.match(got.err, /^hub: hub\.json .*; the defaults apply until you fix it$/);
    const set = await hub('config', 'set', 'hub', 'language', 'de');
    assert.equal(set.status, 1);
    assert.match(set.err, /; to fix it: hub config edit hub; for its defaults: hub config reset hub$/);
    assert.equal(fs.readFileSync(file('hub'), 'utf8'), text);
    assert.ok(![validated, got, set].some((result) => JSON.stringify(result).includes('CANARY')));
  }
  const listed = JSON.parse((await hub('config', 'list', '--json')).out);
  assert.equal(listed.documents[0].fault.reason, 'newer');
});

test('a document that is not valid is put aside when it is reset, and its defaults apply', async (t) => {
  const { hub, file } = rig(t);
  for (const [aside, text] of [
    ['hub.json.bad', '{"save": {"policy": "some"}, "mine": 1}'],
    ['hub.json.bad-2', '{"save'],
  ] as const) {
    fs.writeFileSync(file('hub'), text);
    const { status, out } = await hub('config', 'reset', 'hub');
    assert.equal(status, 0);
    assert.match(out, /^hub has its defaults again\. The document that was not valid is \S* now\.$/);
    assert.ok(out.includes(path.join(path.dirname(file('hub')), aside)));
    assert.equal(fs.readFileSync(path.join(path.dirname(file('hub')), aside), 'utf8'), text);
    assert.equal(fs.existsSync(file('hub')), false);
  }
  assert.equal((await hub('config', 'validate', 'hub')).status, 0);
  fs.mkdirSync(file('hub'));
  assert.equal(JSON.parse((await hub('config', 'reset', 'hub', '--json')).out).aside, `${file('hub')}.bad-3`, 'whatever is in its place');
});

test('a field that is not valid is named with what it takes, in the language that is spoken', async (t) => {
  const { hub, file } = rig(t);
  const validated = async (text: string): Promise<string> => {
    fs.writeFileSync(file('workspaces'), text);
    return (await hub('config', 'validate', 'workspaces')).out;
  };
  assert.match(
    await validated('{"workspaces": [{"id": "a", "name": "A", "path": "here"}]}'),
    /: workspaces\.0\.path must be an absolute path, or one/,
  );
  assert.match(
    await validated('{"workspaces": [{"id": 3, "name": "A", "path": "~"}]}'),
    /: workspaces\.0\.id must be a string of at most 64 characters\./,
  );
  assert.match(await validated('[]'), /: the document must be a JSON object\./);
  t.after(() => speak('en'));
  speak('de', translationsInto('de'));
  assert.match(await validated('{"workspaces": [{"id": "a", "name": "A", "path": "here"}]}'), /path: erwartet wird ein absoluter Pfad/);
  assert.match(await validated('{"activeId": 3}'), /: activeId: erwartet wird ein Text von höchstens 64 Zeichen oder null\./);
});

test('the schema of a document has the meaning and the default of each key', async (t) => {
  const { hub } = rig(t);
  const { properties } = JSON.parse((await hub('config', 'schema', 'hub')).out);
  assert.equal(properties.save.properties.policy.default, 'documents');
  assert.match(properties.save.properties.policy.description, /^Which copies become files/);
});

/** An editor that writes these texts, one each time. */
function editor(...texts: readonly string[]) {
  const shown: string[] = [];
  const edit = async (file: string): Promise<number> => {
    shown.push(fs.readFileSync(file, 'utf8'));
    fs.writeFileSync(file, texts[shown.length - 1] ?? '');
    return 0;
  };
  return { shown, edit, confirm: async () => shown.length < texts.length };
}

test('an edit shows its fault and goes on until it is valid, and changes only what the user changed', async (t) => {
  const editing = editor('{"save": {"policy": "some"}}', '{"save"', '{"save": {"policy": "off"}, "yours": 1}');
  const { hub, file, written } = rig(t, editing);
  fs.writeFileSync(file('hub'), '{"save": {"policy": "all"}, "language": "de"}');
  const { status, out, err } = await hub('config', 'edit', 'hub');
  assert.deepEqual([status, out], [0, 'config/hub.json is changed.']);
  assert.match(err, /^hub: save\.policy must be one of: documents, all, typed, off\nhub: line 1 is not JSON$/);
  assert.match(editing.shown[1] ?? '', /some/, 'with what the user wrote before');
  assert.deepEqual(written('hub'), { save: { policy: 'off' }, yours: 1 });
});

test('an edit that is given up or comes too late changes nothing, and says where the user’s version is', async (t) => {
  const late = editor('{"language": "zh-CN"}');
  const { hub, file } = rig(t, {
    ...late,
    edit: async (copy) => {
      fs.writeFileSync(file('hub'), '{"language": "en"}');
      return late.edit(copy);
    },
  });
  fs.writeFileSync(file('hub'), '{"language": "de"}');
  const { status, err } = await hub('config', 'edit', 'hub');
  const kept = /your version is (.*)$/.exec(err)?.[1] ?? '';
  assert.deepEqual([status, fs.readFileSync(kept, 'utf8')], [1, '{"language": "zh-CN"}']);
  fs.rmSync(path.dirname(kept), { recursive: true });
  assert.equal(fs.readFileSync(file('hub'), 'utf8'), '{"language": "en"}');

  const wrong = rig(t, editor('{"language": 3}'));
  const given = await wrong.hub('config', 'edit', 'hub');
  assert.equal(given.status, 1);
  fs.rmSync(path.dirname(/your version is (.*)$/.exec(given.err)?.[1] ?? ''), { recursive: true });
  assert.equal(fs.existsSync(wrong.file('hub')), false);
});

test('an edit without an editor says how to name one', async (t) => {
  const { hub } = rig(t, { edit: async () => 127 });
  const { status, err } = await hub('config', 'edit', 'hub');
  assert.deepEqual([status, /^hub: the editor was not found; name one in VISUAL or EDITOR, /.test(err)], [1, true]);
});

test('an edit of a missing document writes only what differs from the defaults, and repairs one that is not valid', async (t) => {
  const missing = rig(t, editor('{"max_detection_cache": 7, "max_file_cache": 50, "version": 1}'));
  assert.equal((await missing.hub('config', 'edit', 'cache')).status, 0);
  assert.deepEqual(missing.written('cache'), { max_detection_cache: 7 });

  for (const broken of ['{"max_file_cache": "x"', Buffer.from('{}', 'utf16le')]) {
    const { hub, file } = rig(t, editor('{ "max_file_cache": 3 }'));
    fs.writeFileSync(file('cache'), broken);
    assert.equal((await hub('config', 'edit', 'cache')).status, 0);
    assert.equal(fs.readFileSync(file('cache'), 'utf8'), '{ "max_file_cache": 3 }');
  }
});

test('WorkSpaces are added, named by id, name or folder, selected, renamed and removed, and no folder is touched', async (t) => {
  const { hub, folder } = rig(t);
  const list = async () => JSON.parse((await hub('workspace', 'list', '--json')).out);
  assert.equal((await hub('workspace', 'add', path.join(folder, 'Work'))).status, 0);
  assert.deepEqual(JSON.parse((await hub('workspace', 'add', '~/b', '--name', 'Second one', '--select', '--json')).out), {
    ok: true,
    id: 'second-one',
  });
  assert.deepEqual([(await list()).activeId, (await list()).reason], ['second-one', 'selected']);
  const refused = await hub('workspace', 'remove', 'Second one');
  assert.deepEqual([refused.status, /select another one first/.test(refused.err)], [1, true]);
  assert.equal((await hub('workspace', 'rename', 'work', 'Clients')).status, 0);
  assert.equal((await hub('workspace', 'select', 'Clients')).status, 0);
  assert.equal((await hub('workspace', 'remove', path.join(folder, 'b'))).status, 0);
  assert.deepEqual((await list()).workspaces, [{ id: 'work', name: 'Clients', path: path.join(folder, 'Work'), exists: false }]);
  assert.equal((await hub('workspace', 'select', 'default')).status, 0);
  assert.deepEqual([(await list()).activeId, (await list()).reason], ['default', 'default']);
  assert.match((await hub('workspace', 'list')).out, /^\* {2}default/m);
  const unknown = await hub('workspace', 'select', 'none', '--json');
  assert.deepEqual([unknown.status, JSON.parse(unknown.out).error], [1, 'unknown_workspace']);
  assert.deepEqual(fs.readdirSync(folder), ['hub']);
});

test('an empty word is no folder, though it resolves to the one where the command runs', async (t) => {
  const { hub, file } = rig(t);
  const added = await hub('workspace', 'add', '');
  assert.deepEqual([added.status, added.err], [2, 'hub: name a folder; for the one you are in: hub workspace add .']);
  assert.equal(fs.existsSync(file('workspaces')), false);
  assert.equal((await hub('workspace', 'add', process.cwd())).status, 0);
  assert.equal((await hub('workspace', 'remove', '')).status, 1);
});

test('a WorkSpace cannot lose its name', async (t) => {
  const { hub } = rig(t);
  await hub('workspace', 'add', '~/a');
  for (const name of ['', '  ', 'x'.repeat(201)]) {
    const { status, err } = await hub('workspace', 'rename', 'a', name);
    assert.deepEqual([status, err], [2, 'hub: the name of a WorkSpace has 1 to 200 characters']);
  }
});

test('a name that two WorkSpaces have is refused with their ids', async (t) => {
  const { hub } = rig(t);
  for (const folder of ['~/a', '~/b']) await hub('workspace', 'add', folder, '--name', 'Same');
  const { status, err } = await hub('workspace', 'select', 'Same');
  assert.equal(status, 1);
  assert.match(err, /is the name of same and same-2/);
});

test('help names no document of the sources, which no package has', async (t) => {
  const { hub } = rig(t);
  const { out, err } = await hub('config', '--help');
  assert.match(out + err, /hub config schema hub/);
  assert.doesNotMatch(out + err, /docs\//);
});
