import assert from 'node:assert/strict';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { capture, directWriter, inlineContent, testJournal, textCapture, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { tryMountSmallDisk } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { realDisk } from '../../base/files/disk.ts';
import { type Log, openLog } from '../../base/log.ts';
import type { NewCapture } from '../../contract/journal.ts';
import type { SecretFamily } from '../../contract/secret-families.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { beginReading, recordExtracted } from '../../journal/fragments/extracted-texts.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { FilePublisher } from './publish-file.ts';
import { keepsReserve, saveOne } from './save-one.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

test('a file may use all but a twentieth of a small disk, a small file all of it; a missing disk is noticed by the write', async (t) => {
  const workspace = temporaryHome(t);
  assert.equal(await keepsReserve(path.join(workspace, 'missing'), 1e15), true);
  assert.equal(await keepsReserve(workspace, 1e15), false);
  using disk = tryMountSmallDisk(workspace, '4m');
  if (disk === null) return t.skip('takes the right to mount a tmpfs');
  const { blocks, bavail, bsize } = statfsSync(workspace);
  const most = Math.floor(bavail * bsize - (blocks * bsize) / 20);
  assert.ok(most > 128 * 1024);
  assert.deepEqual([await keepsReserve(workspace, most), await keepsReserve(workspace, most + 1)], [true, false]);
});

test('the file of a secret that is kept has nothing of it in its name, and only the user can read it', async (t) => {
  const { file, saved } = savingInto(t);
  const save = (text: string, { isExempt, ...judged }: { isExempt?: true; secret?: SecretFamily }): Promise<string> => {
    const copiedAtMs = new Date(2026, 10, 23, 16, 54, 32).getTime();
    return saved(textCapture(text, { isExempt, copiedAtMs }), judged);
  };
  assert.equal(path.basename(await save('harmless words', {})), 'harmless-words.txt');
  const paths = [await save('correct horse battery', { isExempt: true }), await save('ghp_abc', { secret: 'github_token' })];
  assert.deepEqual(
    paths.map((each) => path.basename(each)),
    ['secret-2026-11-23-165432.txt', 'secret-2026-11-23-165432 (2).txt'],
  );
  // A file from before, which shows it in its name, is not its file.
  assert.match(path.basename(await save('harmless words', { isExempt: true })), /^secret-/);
  if (process.platform !== 'win32') for (const each of paths) assert.equal(statSync(each).mode & 0o777, 0o600);
  const lines = readFileSync(file, 'utf8');
  assert.ok(lines.length > 0 && !/correct|ghp/.test(lines));
});

test('the file of a picture has the name that its page gives it, otherwise its own first words if they were read by then, or that of its window', async (t) => {
  const { saved } = savingInto(t);
  const picture = (content: string, html?: string, of: Partial<NewCapture> = {}): NewCapture => {
    const beside = html === undefined ? [] : textFragment(inlineContent(html), 'text/html').representations;
    const { representations, ...fragment } = textFragment(inlineContent(content), 'image/png');
    return capture([{ ...fragment, representations: [...representations, ...beside] }], of);
  };
  const tides = { words: 'Tide table of Husum\n12:04 low' };
  assert.match(path.basename(await saved(picture('one'), tides)), /^tide-table-of-husum/);
  assert.match(path.basename(await saved(picture('two', '<img alt="The harbour" src="a.png">'), tides)), /^the-harbour/);
  const app = { name: 'Editor', executable: '/usr/bin/editor', pid: 7 };
  const from = (windowTitle: string | null) =>
    ({ source: { type: 'local', name: 'Editor', path: '', app: { ...app, windowTitle } } }) as const;
  assert.match(path.basename(await saved(picture('three', undefined, from('Harbour plan.xcf - Editor')), {})), /^harbour-plan/);
  assert.match(path.basename(await saved(picture('four', undefined, from(null)), {})), /^clip/);
});

test('the file of a picture of the screen is named by its time, and not by what was on the screen', async (t) => {
  const { saved } = savingInto(t);
  const { representations, ...fragment } = textFragment(inlineContent('screen'), 'image/png');
  const app = { name: 'Screenshot', executable: '/usr/bin/xfce4-screenshooter', pid: 7, windowTitle: 'Bank - Browser' };
  const copiedAtMs = new Date(2026, 10, 23, 16, 54, 32).getTime();
  const copy = capture([{ ...fragment, representations }], { copiedAtMs, source: { type: 'local', name: 'Screenshot', path: '', app } });
  assert.match(path.basename(await saved(copy, { words: 'File Edit View' })), /^screenshot-2026-11-23-165432/);
});

interface Judged {
  readonly secret?: SecretFamily;
  /** Read in the picture before it is saved. */
  readonly words?: string;
}

/** A save worker's work on a journal and in a WorkSpace of their own. `saved` resolves to the path of the file, `file` is the log. */
function savingInto(t: TestContext): { readonly file: string; readonly saved: (copy: NewCapture, judged: Judged) => Promise<string> } {
  const workspace = temporaryHome(t);
  const journal = testJournal(t);
  const file = path.join(workspace, 'save_worker.log');
  const log: Log & Disposable = openLog({ component: 'save_worker', files: [file], level: 'INFO' });
  t.after(() => log[Symbol.dispose]());
  const saved = async (copy: NewCapture, { words, ...judged }: Judged): Promise<string> => {
    const [id = 0] = recordCapture(journal, copy).fragmentIds;
    recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'save' }, ...judged });
    if (words !== undefined) {
      beginReading(journal, id, 0);
      recordExtracted(journal, id, 0, { state: 'read', text: words, isCut: false, secret: null });
    }
    await saveOne(
      {
        ...{
          journal,
          writer: directWriter(journal),
          log,
          disk: realDisk,
          folders: new WorkspaceFolders({ isUsed: () => true }),
          target: workspace,
        },
        ...{ settled: () => {}, hanging: new Map(), paced: (attempt) => attempt, answered: () => {} },
      },
      new FilePublisher(),
      id,
    );
    return readFragment(journal, id)?.savedPath ?? '';
  };
  return { file, saved };
}
