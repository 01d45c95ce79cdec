/** The files of deleted copies go to a real trash, and come back; what is not plainly Hub's own file stays. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { directWriter, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { OtherDisk, withoutOtherDisk } from '../../../test/harness/other-disk.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openLog } from '../../base/log.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { FileDeletion } from '../../contract/fragment-words.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { receiptPath, wasSavedInto, workspacesKnown } from '../../journal/fragments/receipts.ts';
import type { Journal } from '../../journal/journal.ts';
import { hideSlice, undelete } from '../../journal/keeping/deletions.ts';
import { trashedFile } from '../../journal/keeping/trashed-files.ts';
import { type TrashUser, trashUser } from '../../platform/trash/trash-folder.ts';
import { FileRequests } from './file-requests.ts';
import { startSaving } from './save-queue.ts';
import { bringBackFile, type TrashParts, trashFile } from './trash-file.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

const skip = process.platform === 'linux' ? false : 'only Linux has a trash that Hub uses';

interface Rig {
  readonly journal: Journal;
  readonly workspace: string;
  readonly user: TrashUser;
  readonly trash: string;
  readonly parts: TrashParts;
  /** Saves a copy with this given name; returns its number. */
  readonly saved: (text: string, name?: string) => Promise<number>;
  readonly pathOf: (id: number) => string;
  /** Deletes the copy, and asks for its file to be deleted. */
  readonly deleted: (id: number, signal?: AbortSignal) => Promise<FileDeletion>;
  readonly undeleted: (id: number) => ReturnType<typeof bringBackFile>;
}

async function rig(t: TestContext, folder = temporaryHome(t)): Promise<Rig> {
  const home = temporaryHome(t);
  const workspace = path.join(folder, 'work');
  fs.mkdirSync(workspace, { recursive: true });
  const journal = testJournal(t);
  const writer = directWriter(journal);
  const log = openLog({ component: 'save_worker', files: [], level: 'INFO' });
  const user = trashUser({}, home);
  let saving = Promise.withResolvers<void>();
  const queue = startSaving({
    ...{
      journal,
      writer,
      log,
      folders: new WorkspaceFolders({ isUsed: () => true }),
      workspace: () => workspace,
      belongs: () => workspace,
    },
    settled: () => saving.resolve(),
  });
  t.after(() => queue[Symbol.asyncDispose]());
  const parts = { journal, writer, user, signal: new AbortController().signal };
  return {
    ...{ journal, workspace, user, parts, trash: path.join(home, '.local', 'share', 'Trash') },
    saved: async (text, name) => {
      const [id = 0] = recordCapture(journal, textCapture(text, { givenName: name ?? null })).fragmentIds;
      recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'save' } });
      saving = Promise.withResolvers<void>();
      queue.look();
      await saving.promise;
      return id;
    },
    pathOf: (id) => readFragment(journal, id)?.savedPath ?? '',
    deleted: (id, signal = parts.signal) => {
      hideSlice(journal, { ids: [id], nowMs: Date.now(), budgetMs: 0 });
      return trashFile({ ...parts, signal }, id);
    },
    undeleted: (id) => {
      undelete(journal, { ids: [id], nowMs: Date.now(), budgetMs: 0 });
      return bringBackFile(parts, id);
    },
  };
}

const listed = (folder: string): readonly string[] => (fs.existsSync(folder) ? fs.readdirSync(folder).sort() : []);

test('a file goes to the trash with a note, and comes back to its place', { skip }, async (t) => {
  const { saved, pathOf, deleted, undeleted, trash, journal, workspace } = await rig(t);
  const id = await saved('herons at the lake');
  const file = pathOf(id);
  const name = path.basename(file);
  const { mtimeMs } = fs.statSync(file);
  assert.equal(await deleted(id), 'trashed');
  assert.ok(!fs.existsSync(file));
  assert.equal(fs.readFileSync(path.join(trash, 'files', name), 'utf8'), 'herons at the lake');
  const note = fs.readFileSync(path.join(trash, 'info', `${name}.trashinfo`), 'utf8');
  assert.equal(note.split('\n')[1], `Path=${file.split('/').map(encodeURIComponent).join('/')}`);
  for (const folder of [trash, path.join(trash, 'files'), path.join(trash, 'info')]) assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
  const sha256 = trashedFile(journal, id)?.sha256 ?? '';
  assert.equal(receiptPath(journal, workspace, sha256), null, 'no receipt names it');
  assert.ok(wasSavedInto(journal, workspace));
  assert.deepEqual(workspacesKnown(journal), [workspace], 'it may have other files');
  assert.equal(await trashFile({ ...(await rig(t)).parts, journal }, id), 'trashed', 'asked again');

  assert.equal(await undeleted(id), 'back');
  assert.equal(pathOf(id), file);
  assert.equal(fs.readFileSync(file, 'utf8'), 'herons at the lake');
  assert.equal(fs.statSync(file).mtimeMs, mtimeMs);
  assert.equal(receiptPath(journal, workspace, sha256), file);
  assert.deepEqual([listed(path.join(trash, 'files')), listed(path.join(trash, 'info'))], [[], []]);
});

test('the next equal copy gets a file of its own while the earlier one is in the trash', { skip }, async (t) => {
  const { saved, pathOf, deleted, undeleted } = await rig(t);
  const first = await saved('copied twice');
  const file = pathOf(first);
  assert.equal(await deleted(first), 'trashed');
  const second = await saved('copied twice');
  assert.equal(pathOf(second), file);
  assert.ok(fs.existsSync(file));
  await undeleted(first);
  assert.equal(fs.readFileSync(file, 'utf8'), 'copied twice');
});

test('a file that was changed stays, also by as many bytes or by a link in its place', { skip }, async (t) => {
  const { saved, pathOf, deleted, trash } = await rig(t);
  const longer = await saved('one text');
  fs.appendFileSync(pathOf(longer), '!');
  const same = await saved('two text');
  fs.writeFileSync(pathOf(same), 'TWO text');
  const linked = await saved('three text');
  const elsewhere = path.join(temporaryHome(t), 'mine.txt');
  fs.renameSync(pathOf(linked), elsewhere);
  fs.symlinkSync(elsewhere, pathOf(linked));
  const paths = [longer, same, linked].map(pathOf);
  for (const id of [longer, same, linked]) assert.equal(await deleted(id), 'changed');
  for (const file of [...paths, elsewhere]) assert.ok(fs.existsSync(file));
  const gone = await saved('four text');
  fs.rmSync(pathOf(gone));
  assert.equal(await deleted(gone), 'gone');
  assert.deepEqual([listed(path.join(trash, 'files')), listed(path.join(trash, 'info'))], [[], []]);
});

test('nothing outside the WorkSpace is moved: neither through a link nor by a path in the journal', { skip }, async (t) => {
  const { saved, pathOf, deleted, journal, workspace } = await rig(t);
  const id = await saved('behind a link');
  const file = pathOf(id);
  const group = path.dirname(file);
  const outside = path.join(temporaryHome(t), 'outside');
  fs.renameSync(group, outside);
  fs.symlinkSync(outside, group);
  assert.equal(await deleted(id), 'outside');
  assert.ok(fs.existsSync(path.join(outside, path.basename(file))));
  fs.unlinkSync(group);

  const named = await saved('named elsewhere');
  const other = path.join(path.dirname(workspace), 'other.txt');
  fs.copyFileSync(pathOf(named), other);
  for (const wrong of [other, `${group}/../../other.txt`, `${workspace}/${path.basename(other)}`]) {
    journal.statement('UPDATE fragments SET saved_path = ? WHERE id = ?').run(wrong, named);
    journal.statement('UPDATE receipts SET path = ?').run(wrong);
    assert.equal(await deleted(named), 'outside');
  }
  journal.statement('DELETE FROM receipts').run();
  assert.equal(await deleted(named), 'outside', 'without a receipt');
  assert.ok(fs.existsSync(other));
});

test('a file that another kept copy has too stays, until that copy is deleted as well; then either brings it back', { skip }, async (t) => {
  const { saved, pathOf, deleted, undeleted, journal } = await rig(t);
  const one = await saved('shared by two');
  const file = pathOf(one);
  hideSlice(journal, { ids: [one], nowMs: Date.now(), budgetMs: 0 });
  const two = await saved('shared by two');
  assert.equal(pathOf(two), file);
  assert.equal(await deleted(one), 'shared');
  assert.ok(fs.existsSync(file));
  assert.equal(await deleted(two), 'trashed');
  assert.equal(await deleted(one), 'trashed');
  assert.equal(await undeleted(one), 'back');
  assert.ok(fs.existsSync(file));
  assert.equal(trashedFile(journal, two), null);
});

test('hostile and equal names have places of their own in the trash, and never replace what is there', { skip }, async (t) => {
  const { saved, pathOf, deleted, undeleted, trash, workspace } = await rig(t);
  const names = ['%2e%2e%2f.txt', 'a\u202eb 50%.txt', '-rf.txt', `${'ü'.repeat(100)}.txt`];
  for (const [at, name] of names.entries()) {
    const id = await saved(`content ${at}`, name);
    const file = pathOf(id);
    assert.equal(await deleted(id), 'trashed', file);
    assert.ok(!fs.existsSync(file));
    assert.equal(await undeleted(id), 'back');
    assert.equal(fs.readFileSync(file, 'utf8'), `content ${at}`);
  }
  const id = await saved('of mine', 'same.txt');
  const file = pathOf(id);
  fs.writeFileSync(path.join(trash, 'files', path.basename(file)), 'an orphan of somebody else');
  assert.equal(await deleted(id), 'trashed');
  assert.equal(fs.readFileSync(path.join(trash, 'files', path.basename(file)), 'utf8'), 'an orphan of somebody else');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, 'a new one');
  assert.equal(await undeleted(id), 'taken');
  assert.equal(fs.readFileSync(file, 'utf8'), 'a new one');
  assert.equal(listed(path.join(trash, 'info')).length, 1);
  assert.ok(listed(workspace).length > 0);
});

test('a copy whose file left the trash comes back without one, and can be saved again', { skip }, async (t) => {
  const { saved, deleted, undeleted, trash, journal } = await rig(t);
  const id = await saved('emptied');
  assert.equal(await deleted(id), 'trashed');
  fs.rmSync(trash, { recursive: true });
  assert.equal(await undeleted(id), 'missing');
  const fragment = readFragment(journal, id);
  assert.deepEqual([fragment?.state, fragment?.reason, fragment?.savedPath], ['kept', 'no_document', null]);
  assert.equal(await bringBackFile({ ...(await rig(t)).parts, journal }, id), 'none');
});

test('without a trash the file stays: a link in its place, a file, or a folder of somebody else is none', { skip }, async (t) => {
  const { saved, pathOf, deleted, trash, journal, parts } = await rig(t);
  const elsewhere = path.join(temporaryHome(t), 'Trash');
  fs.mkdirSync(elsewhere);
  fs.mkdirSync(path.dirname(trash), { recursive: true });
  const id = await saved('stays');
  const file = pathOf(id);
  fs.symlinkSync(elsewhere, trash);
  assert.equal(await deleted(id), 'no-trash');
  fs.unlinkSync(trash);
  fs.writeFileSync(trash, '');
  assert.equal(await deleted(id), 'no-trash');
  fs.unlinkSync(trash);
  assert.equal(await trashFile({ ...parts, user: { ...parts.user, uid: 1_234_567 } }, id), 'no-trash');
  fs.rmSync(path.join(trash, 'files'), { recursive: true, force: true });
  fs.symlinkSync(elsewhere, path.join(trash, 'files'));
  assert.equal(await deleted(id), 'no-trash');
  assert.equal(await trashFile({ ...parts, user: { ...parts.user, platform: 'darwin' } }, id), 'no-trash');
  assert.ok(fs.existsSync(file));
  assert.deepEqual([listed(elsewhere), trashedFile(journal, id)], [[], null]);
});

test('on another disk it is the trash at the top of that disk, with a path from there', { skip: skip || withoutOtherDisk }, async (t) => {
  const mountPoint = path.join(temporaryHome(t), 'stick');
  using stick = new OtherDisk(mountPoint);
  stick.connect();
  const { saved, pathOf, deleted, undeleted, user } = await rig(t, mountPoint);
  const id = await saved('on a stick');
  const real = fs.realpathSync(pathOf(id));
  const own = path.join('/dev/shm', `.Trash-${user.uid}`);
  const wasThere = fs.existsSync(own);
  t.after(() => wasThere || fs.rmSync(own, { recursive: true, force: true }));
  assert.equal(await deleted(id), 'trashed');
  const note = fs.readFileSync(path.join(own, 'info', `${path.basename(real)}.trashinfo`), 'utf8');
  assert.equal(note.split('\n')[1], `Path=${path.relative('/dev/shm', real)}`);
  assert.equal(await undeleted(id), 'back');
  assert.equal(fs.readFileSync(real, 'utf8'), 'on a stick');
});

test('whoever does not wait any more moves nothing, and a request is answered within its time', { skip }, async (t) => {
  const { saved, pathOf, deleted, journal, parts, workspace } = await rig(t);
  const id = await saved('in time');
  const file = pathOf(id);
  assert.equal(await deleted(id, AbortSignal.abort()), 'no-answer');
  assert.ok(fs.existsSync(file));
  const log = openLog({ component: 'save_worker', files: [], level: 'INFO' });
  const answered = Promise.withResolvers<ComponentMessage>();
  const never = new Promise<never>(() => {});
  const tell = (_to: unknown, message: ComponentMessage): void => answered.resolve(message);
  const stuck = new FileRequests({ ...parts, log, alone: () => never, tell, withinMs: 1 });
  stuck.heard({ kind: 'files', ask: 'trash', requestId: 5, fragmentIds: [id, 999] });
  assert.deepEqual(await answered.promise, { kind: 'files-done', requestId: 5, results: ['no-answer', 'none'] });
  assert.ok(fs.existsSync(file));

  // After a crash between the record and the move, or while nobody listened, the start brings back what is due.
  assert.equal(await deleted(id), 'trashed');
  undelete(journal, { ids: [id], nowMs: Date.now(), budgetMs: 0 });
  const queue = { alone: <Result>(_: string, work: () => Promise<Result>) => work() };
  await new FileRequests({ ...parts, log, ...queue, tell }).look();
  assert.ok(fs.existsSync(file) && file.startsWith(workspace));
});
