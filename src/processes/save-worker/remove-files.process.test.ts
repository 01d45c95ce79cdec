/** The files of what must not stay are removed; that of a picture, whose text may be misread, goes to the trash where there is one. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { capture, directWriter, inlineContent, judged, testJournal, textFragment } from '../../../test/doubles/temporary-journal.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement, recordSaved } from '../../journal/fragments/fragment-states.ts';
import { filesToRemove } from '../../journal/keeping/cleared-passwords.ts';
import { withholdPicture } from '../../journal/keeping/withheld-pictures.ts';
import { type TrashUser, trashUser } from '../../platform/trash/trash-folder.ts';
import { FileRemoval } from './remove-files.ts';

const skip = process.platform === 'linux' ? false : 'only Linux has a trash that Hub uses';

const cases: readonly (readonly [title: string, user: (home: string) => TrashUser, inTrash: number])[] = [
  ['goes to the trash', (home) => trashUser({}, home), 1],
  ['is removed where there is none', (home) => ({ ...trashUser({}, home), platform: 'darwin' }), 0],
];
for (const [title, user, inTrash] of cases) {
  test(`the file of a picture that says a secret ${title}; one that was changed stays`, { skip }, async (t) => {
    const home = temporaryHome(t);
    const workspace = path.join(home, 'work');
    fs.mkdirSync(path.join(workspace, 'image'), { recursive: true });
    const journal = testJournal(t);
    const [kept, changed] = ['kept.png', 'changed.png'].map((name, at) => {
      const content = inlineContent(`picture ${name}`);
      const [id = 0] = recordCapture(journal, capture([textFragment(content, 'image/png')], { copiedAtMs: 1_000 * (at + 1) })).fragmentIds;
      recordJudgement(journal, id, judged({ kind: 'save' }));
      const file = path.join(workspace, 'image', name);
      fs.writeFileSync(file, name === 'kept.png' ? `picture ${name}` : `picture ${name} of somebody else`);
      recordSaved(journal, id, { workspace, sha256: content.sha256, path: file, duplicate: false, atMs: 1 });
      assert.equal(withholdPicture(journal, id, 'password'), true);
      return file;
    });
    const log = rememberingLog(() => {});
    new FileRemoval({ journal, writer: directWriter(journal), log, user: user(home), removed: () => {} }).look();
    await until('both to be looked at', () => filesToRemove(journal).length === 0);
    assert.deepEqual([fs.existsSync(kept ?? ''), fs.existsSync(changed ?? '')], [false, true]);
    const trash = path.join(home, '.local', 'share', 'Trash', 'files');
    assert.deepEqual(fs.existsSync(trash) ? fs.readdirSync(trash) : [], inTrash === 0 ? [] : ['kept.png']);
  });
}
