import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { closeFile } from '../../../test/doubles/journals/closed-file.ts';
import { writeCarriedOver } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { closedJournalInWords } from '../../domain/retention/closed-journal-words.ts';
import { type Loss, nothingLost } from '../../domain/retention/lost-copies.ts';
import { writeCut } from '../../journal/damage/carrying/progress.ts';
import { openJournal } from '../../journal/journal.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { whatIsAside, whatOfSchema } from './put-aside.ts';

function rig(t: TestContext) {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  mkdirSync(places.blobs, { recursive: true });
  const folder = path.dirname(places.journal);
  return {
    add: (day: number, loss: Loss | null, { copies = 10, incomplete = 0, isWritable = true, isRestThere = true } = {}) => {
      using journal = openJournal({ file: places.journal, blobs: places.blobs });
      const name = `hub.db.bad-2026-03-0${day}T09-05-07-042Z`;
      writeFileSync(path.join(folder, name), '');
      if (!isWritable) mkdirSync(path.join(folder, `${name}-loss`));
      writeCarriedOver(journal, name, { copies, incomplete, loss, isRestThere });
      return name;
    },
    fileOf: (name: string) => path.join(folder, name),
    beside: (name: string) => writeFileSync(path.join(folder, name), ''),
    cut: (name: string) => {
      using journal = openJournal({ file: places.journal, blobs: places.blobs });
      journal.transaction(() => writeCut(journal, name));
    },
    close: (name: string) => {
      rmSync(path.join(folder, name));
      symlinkSync(path.join(folder, 'nothing'), path.join(folder, name));
    },
    found: () => whatIsAside(places),
    journal: places.journal,
  };
}

const lost: Loss = { lost: [[1, 390]], unsure: [], pinned: 3 };

test('a file of which nobody knows what was lost with it is to be kept, and is in no command', async (t) => {
  const { add, found } = rig(t);
  const unknown = add(1, lost, { isWritable: false });
  const [only, ...none] = await found();
  assert.deepEqual(none, []);
  assert.match(only?.says ?? '', new RegExp(unknown));
  assert.match(only?.mend ?? '', /^keep them while you miss a copy in the history/);
  const known = add(2, nothingLost);
  const [keep, deletable] = await found();
  assert.match(keep?.mend ?? '', /^keep them/);
  assert.match(deletable?.says ?? '', new RegExp(`: ${known}, ${known}-loss$`));
  if (process.platform !== 'win32') assert.match(deletable?.mend ?? '', new RegExp(`cd '[^']+' && rm -r ${known} ${known}-loss$`));
  for (const day of [3, 4, 5, 6, 7, 8]) add(day, nothingLost);
  const many = (await found()).slice(1);
  assert.equal(many.length, 7, 'one for each');
  for (const { says, mend } of many) {
    const files = says?.replace(/^.*: /, '').split(', ') ?? [];
    assert.equal(files.length, 2);
    if (process.platform !== 'win32') assert.deepEqual(mend?.split(' && rm -r ')[1]?.split(' '), files, 'the command names what is named');
  }
});

test('while copies are still being carried over from it, a journal is to be kept, and nothing is said to be lost', async (t) => {
  const { add, found } = rig(t);
  add(1, { ...nothingLost, waitsBelow: 300 }, { incomplete: 2 });
  const all = await found();
  assert.deepEqual(
    all.map(({ word, verdict }) => [word, verdict]),
    [
      ['copies-waiting', 'note'],
      ['copies-incomplete', 'note'],
    ],
  );
  for (const { mend } of all) assert.match(mend ?? '', /^keep /);
  for (const { mend } of all) assert.doesNotMatch(mend ?? '', /delete/);
});

test('of a journal that can not be opened it says why, and what to do about it', {
  skip: process.platform === 'win32' && 'links need a right there',
}, async (t) => {
  const { add, close, found } = rig(t);
  const done = add(2, nothingLost);
  close(done);
  assert.doesNotMatch(JSON.stringify(await found()), /link to nothing/, 'nothing of it is needed');
  for (const [day, loss] of [
    [1, { ...nothingLost, waitsBelow: 300 }],
    [3, null],
  ] as const) {
    const name = add(day, loss, { isWritable: loss !== null });
    close(name);
    const told = (await found()).filter(({ says }) => says.includes(name));
    assert.deepEqual([told[0]?.word, told[0]?.verdict], ['copies-closed', 'failure']);
    assert.match(told[0]?.says ?? '', new RegExp(`not in the history yet, because .*${name} is a link to nothing$`));
    assert.match(told[0]?.mend ?? '', /^put back what it led to: ls -l '.*'; Hub then carries over what is in it/);
    assert.ok(!told.some(({ word, mend }) => word === 'copies-waiting' || /rm -r/.test(mend ?? '')));
  }
});

test('of what was lost that can not be read it says what is not known, why, and what to do about it', async (t) => {
  const { add, found, fileOf } = rig(t);
  const name = add(1, nothingLost);
  const open = closeFile(t, `${fileOf(name)}-loss`);
  const [told, ...others] = await found();
  assert.deepEqual([told?.word, told?.verdict, others], ['copies-closed', 'failure', []]);
  assert.match(
    told?.says ?? '',
    new RegExp(`^which copies were lost with a damaged journal is not known now, because .*${name}-loss cannot be read \\(EIO\\)$`),
  );
  assert.match(
    told?.mend ?? '',
    /^look at it and at its disk: .*; while it runs, Hub tries again by itself, and after three different hours finds out anew/,
  );
  open();
  closeFile(t, `${fileOf(name)}-loss`, 'EMFILE');
  assert.doesNotMatch(JSON.stringify(await found()), /-loss cannot be read/, 'it is not the fault of the file');
});

test('where no copy has come over yet, and what was lost can not be read, nothing says that all is lost', async (t) => {
  const { add, found, fileOf } = rig(t);
  const name = add(1, { ...nothingLost, waitsBelow: 300 }, { copies: 0 });
  const words = async () => (await found()).map(({ word }) => word);
  assert.deepEqual(await words(), ['copies-waiting']);
  const open = closeFile(t, `${fileOf(name)}-loss`);
  assert.deepEqual(await words(), ['copies-closed']);
  open();
  closeFile(t, `${fileOf(name)}-loss`, 'EMFILE');
  const [only, ...none] = await found();
  assert.deepEqual([only?.word, none], ['put-aside', []]);
  assert.match(only?.mend ?? '', /^keep them/);
});

test('of the journal that is in use it says as well that the copy of its schema can not be read, and until when', (t) => {
  const { add, beside, journal } = rig(t);
  add(1, nothingLost);
  beside('hub.db-schema');
  assert.deepEqual(whatOfSchema(journal), []);
  for (const [code, how] of [
    ['EIO', /^look at it and at its disk: /],
    ['EACCES', process.platform === 'win32' ? /^allow your user to read it/ : /^chmod -R u\+rwX '/],
    ['EMFILE', null],
  ] as const) {
    const open = closeFile(t, `${journal}-schema`, code);
    const [told] = whatOfSchema(journal);
    open();
    assert.equal(told?.word, how === null ? undefined : 'schema-closed', code);
    if (how === null) continue;
    assert.match(told?.says ?? '', new RegExp(`the copy of its schema cannot be read \\(${code}\\): .*hub\\.db-schema$`));
    assert.match(told?.mend ?? '', how);
    assert.match(told?.mend ?? '', /starts of Hub in three different hours .* keeps it as .*hub\.db-schema-unread$/);
  }
});

test('what was lost that nobody may read, or that is a link to nothing, has the words for that', () => {
  const of = { file: '/h/data/hub.db.bad-1-loss', isOthers: false, isLoss: true, isWindows: false };
  const denied = closedJournalInWords({ ...of, code: 'EACCES' });
  assert.match(denied.says, /^which copies were lost with a damaged journal is not known now, because you are not allowed to read \/h/);
  assert.match(denied.mend, /^chmod -R u\+rwX '\/h\/data\/hub\.db\.bad-1-loss'; Hub then goes on where it was/);
  const link = closedJournalInWords({ ...of, code: 'ENOENT' });
  assert.match(link.says, /-loss is a link to nothing$/);
  assert.match(link.mend, /^put back what it led to: ls -l '.*'; Hub then goes on/);
});

test('a copy of the schema that can not be read is told where copies wait for it', async (t) => {
  const { add, beside, found, fileOf } = rig(t);
  for (const [day, loss] of [
    [1, nothingLost],
    [2, { ...nothingLost, waitsBelow: 300 }],
  ] as const) {
    const name = add(day, loss);
    beside(`${name}-schema`);
    closeFile(t, `${fileOf(name)}-schema`);
    const told = (await found()).filter(({ word }) => word === 'copies-closed');
    if (day === 1) assert.deepEqual(told, []);
    else {
      assert.match(told[0]?.says ?? '', new RegExp(`not in the history yet, because .*${name}-schema cannot be opened \\(EIO\\)$`));
      const mend =
        /^look at it and at its disk: .*; while it runs, Hub tries again by itself, .*after three different hours it does without it, /;
      assert.match(told[0]?.mend ?? '', mend);
      assert.match(told[0]?.mend ?? '', new RegExp(`keeps it as .*${name}-schema-unread$`));
    }
  }
});

test('of a journal whose deletions did not all come over it is said what may come back, and no command deletes it', async (t) => {
  const { add, cut, found } = rig(t);
  cut(add(1, nothingLost));
  const [only, ...none] = await found();
  assert.deepEqual([only?.word, only?.verdict, none], ['deletions-cut', 'note', []]);
  assert.match(only?.mend ?? '', /delete it again; this message stays until/);
});

test('a right that is missing has the command that gives it, to whoever owns the file', () => {
  const of = { file: '/h/data/hub.db.bad-1', code: 'EACCES' };
  const mendOf = (isOthers: boolean, isWindows: boolean) => closedJournalInWords({ ...of, isOthers, isWindows }).mend;
  assert.match(mendOf(false, false), /^chmod -R u\+rwX '\/h\/data\/hub\.db\.bad-1'; Hub then/);
  assert.match(mendOf(true, false), /^sudo chown -R \$USER '/);
  assert.match(mendOf(false, true), /^allow your user to read it/);
  assert.match(closedJournalInWords({ ...of, code: 'EIO', isOthers: false, isWindows: false }).says, /cannot be opened \(EIO\)$/);
  const written = closedJournalInWords({ ...of, isOthers: false, isWindows: false, isToBeWritten: true });
  assert.match(written.says, /its damage can be mended, and .* cannot be written to \(EACCES\)$/);
  assert.match(written.mend, /^chmod -R u\+rwX '/);
});

test('while receipts or WorkSpaces are still being carried over from it, a journal is to be kept', async (t) => {
  const { add, found } = rig(t);
  const name = add(1, nothingLost, { isRestThere: false });
  const [only, ...none] = await found();
  assert.deepEqual([only?.word, none], ['copies-waiting', []]);
  assert.match(only?.says ?? '', new RegExp(`^what belongs to the copies .*${name}$`));
  assert.match(only?.mend ?? '', /^keep it/);
});

test('large contents and a log whose journal is not beside them are in no command', async (t) => {
  const { add, found, beside } = rig(t);
  add(1, nothingLost);
  for (const name of ['blobs.bad-2026-03-05T09-05-07-042Z', 'hub.db.bad-2026-03-06T09-05-07-042Z-wal']) beside(name);
  const all = await found();
  assert.deepEqual(
    all.map(({ says, mend }) => [says?.includes('2026-03-05'), says?.includes('2026-03-06'), /rm -r/.test(mend ?? '')]),
    [
      [true, true, false],
      [false, false, process.platform !== 'win32'],
    ],
  );
});

test('of a journal that copies were lost with, or of which that is not known, nothing says to delete it because of formats', async (t) => {
  const { add, found } = rig(t);
  add(1, nothingLost, { incomplete: 2 });
  assert.match((await found())[0]?.mend ?? '', /otherwise delete it$/);
  add(1, lost, { incomplete: 2 });
  for (const { mend } of await found()) assert.doesNotMatch(mend ?? '', /delete it/);
  add(2, null, { incomplete: 2 });
  for (const { mend } of await found()) assert.doesNotMatch(mend ?? '', /delete it/);
});

test('journals that copies were lost with are told first, and those that are not named are counted', async (t) => {
  const { add, found } = rig(t);
  for (const day of [1, 2, 3, 4, 5]) add(day, lost);
  for (const day of [6, 7]) add(day, nothingLost, { incomplete: 1 });
  const all = await found();
  assert.deepEqual(
    all.map(({ word, verdict }) => [word, verdict]),
    Array.from({ length: 4 }, () => ['copies-lost', 'failure']),
  );
  assert.match(all[3]?.says ?? '', / with 4 more damaged journals$/);
});

test('an older journal is to be kept as long as a newer one has lost what it may have', async (t) => {
  const { add, found } = rig(t);
  const older = add(1, nothingLost);
  add(2, lost);
  add(3, nothingLost);
  const all = await found();
  assert.deepEqual(
    all.map(({ says, mend }) => [says?.includes(older) === true, /rm -r/.test(mend ?? '')]),
    [
      [false, false],
      [true, false],
      [false, process.platform !== 'win32'],
    ],
  );
  assert.match(all[1]?.mend ?? '', /^keep them while you miss a copy/);
});
