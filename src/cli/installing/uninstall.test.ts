import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { textCapture } from '../../../test/doubles/temporary-journal.ts';
import { servePipe } from '../../../test/harness/line-pipes.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { done, failed } from '../../base/outcome.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { damageMark } from '../../journal/damage/damage.ts';
import { openJournalOrFresh } from '../../journal/damage/quarantine.ts';
import { eraseStep } from '../../journal/fragments/erasing.ts';
import { contentPlaces } from '../../journal/fragments/fragments.ts';
import { putReceipt, receiptPath } from '../../journal/fragments/receipts.ts';
import { openJournal } from '../../journal/journal.ts';
import { fileIdentity } from '../../journal/journal-identity.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { uninstall } from './uninstall.ts';

const ofNode = 'v26.10.0-x64-310b2ce3-1000';

/** A home in which Hub has kept something, and somebody else too. */
function rig(t: TestContext, answer: boolean) {
  const root = temporaryHome(t);
  const home = path.join(root, 'home');
  const places = locatePlaces(
    readSurroundings({ HOME: root, HUB_HOME: home, LOCALAPPDATA: root, XDG_CACHE_HOME: path.join(root, 'cache') }),
  );
  for (const file of [
    ...['data/hub.db', 'Logs/hub.log', 'config/hub.json'].map((name) => path.join(home, name)),
    path.join(places.cache, ofNode, '712488c2'),
  ]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{}');
  }
  rmSync(places.journal);
  const journalPlace = { file: places.journal, blobs: places.blobs };
  openJournal(journalPlace)[Symbol.dispose]();
  const remembered = rememberingSurface(places);
  const seen = { asked: 0, isOn: true, withdrawn: 0 };
  const surface = {
    ...remembered.surface,
    canAsk: true,
    confirm: async () => {
      seen.asked += 1;
      return answer;
    },
    autostart: async () => ({
      place: '/entry',
      isCheap: true,
      isOn: async () => seen.isOn,
      ways: async () => (seen.isOn ? [{ kind: 'entry', place: '/entry' } as const] : []),
      set: async (isOn: boolean) => {
        seen.isOn = isOn;
        return done(null);
      },
    }),
    withdrawEntry: async () => {
      seen.withdrawn += 1;
    },
  };
  const has = (name: string): boolean => existsSync(path.join(home, name));
  return { ...remembered, root, places, journalPlace, surface, seen, home, has, hasCache: () => existsSync(places.cache) };
}
const deb = { form: 'deb', command: null } as const;

test('nothing starts Hub any more, what was copied stays, and the command of the package is said', async (t) => {
  const { surface, printed, seen, has, home, hasCache } = rig(t, false);
  assert.equal(await uninstall(surface, {}, deb), 0);
  assert.deepEqual(seen, { asked: 0, isOn: false, withdrawn: 1 });
  assert.deepEqual([has('data/hub.db'), hasCache()], [true, false]);
  assert.deepEqual(printed, [
    'Hub is not running and will not start at login.',
    `Your history and settings are still in ${home}. Saved files stay where they are.`,
    'To remove the program as well: sudo apt remove hub-desktop',
  ]);
});

test('without a yes, nothing at all is done', async (t) => {
  const { surface, complained, seen, has, hasCache } = rig(t, false);
  assert.equal(await uninstall(surface, { data: true }, deb), 1);
  assert.deepEqual(seen, { asked: 1, isOn: true, withdrawn: 0 });
  assert.deepEqual([has('data/hub.db'), hasCache()], [true, true]);
  assert.deepEqual(complained, ['hub: nothing was removed']);
});

test('where nobody can be asked, nothing is done, and the command that does not ask is named', async (t) => {
  const { surface, complained, seen, has } = rig(t, true);
  assert.equal(await uninstall({ ...surface, canAsk: false }, { data: true }, deb), 1);
  assert.deepEqual([seen, has('data/hub.db')], [{ asked: 0, isOn: true, withdrawn: 0 }, true]);
  assert.match(
    complained.join(''),
    /^hub: nothing was removed: .* no terminal to confirm on\. To skip the question: hub uninstall --data --yes$/,
  );
});

test('a start at login that can not be turned off is told, and nothing else is held up by it', async (t) => {
  const { surface, printed, complained, seen, has } = rig(t, true);
  const entry = { ...(await surface.autostart()), set: async () => failed('for-everybody') };
  assert.equal(await uninstall({ ...surface, autostart: async () => entry }, { data: true }, deb), 1);
  assert.deepEqual([seen.withdrawn, has('data')], [1, false]);
  assert.equal(printed[0], 'Hub is not running.');
  assert.match(complained.join(''), /systemctl --user mask hub$/);
});

test('with a yes, what Hub kept is deleted, and what somebody else keeps there stays', async (t) => {
  const { surface, seen, has, home, hasCache } = rig(t, true);
  writeFileSync(path.join(home, 'mine.txt'), 'mine');
  assert.equal(await uninstall(surface, { data: true }, deb), 0);
  assert.equal(seen.asked, 1);
  assert.deepEqual(['data', 'Logs', 'config', 'mine.txt'].map(has), [false, false, false, true]);
  assert.equal(hasCache(), false);
  const empty = rig(t, true);
  assert.equal(await uninstall(empty.surface, { data: true, yes: true }, deb), 0);
  assert.deepEqual([empty.seen.asked, existsSync(empty.home)], [0, false]);
  const started = rig(t, true);
  rmSync(path.dirname(started.places.journal), { recursive: true });
  assert.equal(await uninstall(started.surface, { data: true, yes: true }, deb), 0, 'a home in which no journal was ever made');
});

test('with --json too it is said why the start at login can not be turned off, with the word of hub autostart', async (t) => {
  const { surface, printed } = rig(t, true);
  const entry = { ...(await surface.autostart()), set: async () => failed('for-everybody') };
  assert.equal(await uninstall({ ...surface, autostart: async () => entry }, { json: true }, deb), 1);
  const { ok, error, detail, data } = JSON.parse(printed.join());
  assert.deepEqual({ ok, error, data }, { ok: false, error: 'for_everybody', data: 'kept' });
  assert.match(detail, /systemctl --user mask hub$/);
});

test('of the cache, only what Node has compiled is deleted, wherever the WorkSpaces are', async (t) => {
  const { surface, places, root } = rig(t, true);
  const compiled = path.join(places.cache, ofNode);
  const [another, there] = [path.join(places.cache, 'notes'), path.join(root, 'there')];
  const mine = [
    ...['report', 'mine/v1.2.3-x64-310b2ce3/712488c2', 'v26.10.0-notes/712488c2'].map((name) => path.join(another, name)),
    ...['mine.txt', 'text/a.txt'].map((name) => path.join(compiled, name)),
    path.join(compiled, '712488c3/mine'),
    path.join(there, '712488c2'),
  ];
  for (const file of [...mine, path.join(compiled, '712488c2.aB3dEf')]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
  }
  symlinkSync(there, path.join(places.cache, 'v26.9.0-x64-310b2ce3-1000'));
  const workspaces = ['work', 'notes'].map((id, at) => ({ id, name: id, path: [root, another][at] }));
  writeFileSync(places.document('config/workspaces.json'), JSON.stringify({ activeId: 'work', workspaces }));
  assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 0);
  assert.deepEqual(
    mine.filter((file) => !existsSync(file)),
    [],
  );
  assert.deepEqual(readdirSync(compiled).sort(), ['712488c3', 'mine.txt', 'text']);
});

test('a WorkSpace in what would be deleted keeps everything, also one that is not active or that a link leads to', async (t) => {
  for (const [entry, isLinked] of [
    ['data/saved', false],
    ['exports/saved', true],
    ['Logs', true],
  ] as const) {
    const { surface, places, home, root, has, complained } = rig(t, true);
    const folder = path.join(home, entry);
    mkdirSync(folder, { recursive: true });
    const link = path.join(root, 'link');
    symlinkSync(folder, link);
    const given = isLinked ? link : folder;
    const workspaces = [
      { id: 'work', name: 'Work', path: root },
      { id: 'mine', name: 'Mine', path: given },
    ];
    writeFileSync(places.document('config/workspaces.json'), JSON.stringify({ activeId: 'work', workspaces }));
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
    assert.deepEqual([has('data/hub.db'), existsSync(folder)], [true, true]);
    assert.ok(complained.at(-1)?.includes(`the WorkSpace ${given} `));
    if (entry !== 'Logs') continue;
    // By a link in the home only the link is deleted.
    rmSync(folder, { recursive: true });
    rmSync(link);
    const elsewhere = path.join(root, 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, folder);
    symlinkSync(elsewhere, link);
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 0);
    assert.deepEqual([has('data'), existsSync(elsewhere)], [false, true]);
  }
});

test('so does one that only the running Hub, or an earlier one, was given', async (t) => {
  for (const isRunning of [true, false]) {
    const { surface, places, journalPlace, home, has, complained } = rig(t, true);
    const folder = path.join(home, 'exports', 'saved');
    mkdirSync(folder, { recursive: true });
    if (isRunning) {
      mkdirSync(path.dirname(places.pipe('supervisor')), { recursive: true, mode: 0o700 });
      const status = { ok: true, home, workspace: folder, ports: { bridge: null, web: null }, components: [] };
      await servePipe(t, { path: places.pipe('supervisor'), answer: () => status });
    } else {
      using journal = openJournal(journalPlace);
      journal.transaction(() =>
        putReceipt(journal, { workspace: folder, sha256: 'a'.repeat(64), path: path.join(folder, 'a.txt'), duplicate: false, atMs: 1 }),
      );
    }
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
    assert.deepEqual([has('data/hub.db'), existsSync(folder)], [true, true], String(isRunning));
    assert.ok(complained.at(-1)?.includes(`the WorkSpace ${folder} `));
  }
});

test('so does one whose every copy was erased since: its receipts are gone, and its files are not', async (t) => {
  for (const wasMeantForIt of [true, false]) {
    const { surface, places, journalPlace, home, has, complained } = rig(t, true);
    const folder = path.join(home, 'exports', 'saved');
    mkdirSync(folder, { recursive: true });
    {
      using journal = openJournal(journalPlace);
      const copy = textCapture('precious');
      const [id = 0] = recordCapture(journal, wasMeantForIt ? { ...copy, workspace: folder } : copy).fragmentIds;
      const sha256 = contentPlaces(journal, id)[0]?.sha256 ?? assert.fail();
      journal.transaction(() =>
        putReceipt(journal, { workspace: folder, sha256, path: path.join(folder, 'a.txt'), duplicate: false, atMs: 1 }),
      );
      deleteFragment(journal, id);
      while (eraseStep(journal) === 'more');
      assert.equal(receiptPath(journal, folder, sha256), null);
    }
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
    assert.deepEqual([has('data/hub.db'), existsSync(folder)], [true, true], String(wasMeantForIt));
    assert.ok(complained.at(-1)?.includes(`the WorkSpace ${folder} `), places.home);
  }
});

test('nothing is deleted while nobody knows where files were saved', async (t) => {
  const { surface, places, complained, has } = rig(t, true);
  writeFileSync(places.journal, 'no journal'.repeat(1_000));
  assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
  assert.ok(has('data/hub.db'));
  assert.match(complained.at(-1) ?? '', /the journal cannot be read, so it is not known .+: hub doctor journal$/);
});

test('once a new journal is in the place of a damaged one, nothing is deleted while it does not know where all files were saved', async (t) => {
  for (const isReadable of [true, false]) {
    const { surface, places, journalPlace, complained, home, has } = rig(t, true);
    const folder = path.join(home, 'exports', 'saved');
    mkdirSync(folder, { recursive: true });
    {
      using journal = openJournal(journalPlace);
      journal.transaction(() =>
        putReceipt(journal, { workspace: folder, sha256: 'a'.repeat(64), path: path.join(folder, 'a.txt'), duplicate: false, atMs: 1 }),
      );
    }
    if (isReadable) writeFileSync(damageMark(places.journal), fileIdentity(places.journal) ?? '');
    else writeFileSync(places.journal, 'no journal'.repeat(1_000));
    const opened = openJournalOrFresh(journalPlace, Date.UTC(2026, 2, 1));
    opened.journal[Symbol.dispose]();
    const file = opened.putAside ?? assert.fail();
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
    assert.ok(has('data/hub.db') && existsSync(folder));
    const said = complained.at(-1) ?? '';
    if (isReadable) {
      assert.ok(said.includes(`the WorkSpace ${folder} `), said);
      continue;
    }
    assert.match(said, /the journal was damaged, and it is not known whether files were saved in what this deletes\. Look for them/);
    assert.ok(said.includes(`delete data/${file}`), said);
    rmSync(places.journal);
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1, 'nor if the new one is gone');
    rmSync(path.join(path.dirname(places.journal), file));
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 0, complained.join());
  }
});

test('while the list of WorkSpaces is not valid, nothing is deleted: one of them may be in the home', async (t) => {
  const { surface, complained, home, has } = rig(t, true);
  writeFileSync(path.join(home, 'config/workspaces.json'), '{');
  assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
  assert.ok(has('data/hub.db'));
  assert.match(complained.at(-1) ?? '', /workspaces\.json is not valid/);
});

test('a legal hold keeps everything, whoever says yes', async (t) => {
  const { surface, complained, home, has } = rig(t, true);
  for (const document of ['{"holds":[{"id":"case","query":"x"}]}', '{']) {
    writeFileSync(path.join(home, 'config/legal-hold.json'), document);
    assert.equal(await uninstall(surface, { data: true, yes: true }, deb), 1);
    assert.ok(has('data/hub.db'));
    assert.match(complained.at(-1) ?? '', /^hub: a legal hold is in force/);
  }
});
