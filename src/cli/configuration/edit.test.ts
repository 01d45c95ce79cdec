import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { lastGoodOf } from '../../configuration/reading/last-good.ts';
import { type DocumentName, documents } from '../../contract/documents.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { runCommand } from '../program.ts';

/** With a folder in the place of the document. `kept`: its last valid version. */
function rig(t: TestContext, name: DocumentName, kept: string | null) {
  const places = locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) }));
  const file = places.document(documents[name].file);
  mkdirSync(file, { recursive: true });
  mkdirSync(places.lastGood, { recursive: true });
  if (kept !== null) writeFileSync(lastGoodOf(places, name), kept);
  const { surface, printed, complained } = rememberingSurface(places);
  const shown: string[] = [];
  const edit = (saved: string | null) => {
    const editing = async (copy: string): Promise<number> => {
      shown.push(readFileSync(copy, 'utf8'));
      if (saved !== null) writeFileSync(copy, saved);
      return 0;
    };
    return runCommand(['config', 'edit', name], { ...surface, edit: editing }, 'hub');
  };
  return { places, file, edit, shown, printed, complained };
}

const rules = '{ "excluded_app_names": ["KeePassXC"], "yours": 1 }\n';

test('with a folder in its place a document is mended by the editor, with what is in force, and the folder is put aside', async (t) => {
  const { places, file, edit, shown, printed } = rig(t, 'content-filter', rules);
  writeFileSync(path.join(file, 'of-the-user'), '');
  assert.equal(await edit(null), 0);
  assert.deepEqual(shown, [rules]);
  assert.equal(readFileSync(file, 'utf8'), rules);
  assert.deepEqual(effectiveDocument(places, 'content-filter').value.excluded_app_names, ['KeePassXC']);
  assert.ok(existsSync(path.join(`${file}.bad`, 'of-the-user')));
  assert.match(
    printed.join(),
    /^config\/content-filter\.json is a valid document again\. What was in its place is .*content-filter\.json\.bad now\.$/,
  );
  assert.equal(statSync(file).mode & 0o077, 0);
});

test('what is saved there takes its place, also that of a dead link', async (t) => {
  const { file, edit } = rig(t, 'cache', null);
  assert.equal(await edit('{"max_file_cache": 3}'), 0);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { max_file_cache: 3 });
  rmSync(file);
  symlinkSync('/nowhere/at-all', file);
  assert.equal(await edit(null), 0, 'the defaults are in force, and stay');
  assert.ok(lstatSync(file).isFile());
});

test('while it is not known what was in force, an editor that is only closed does not put the defaults of the filter in force', async (t) => {
  const { file, edit, complained } = rig(t, 'content-filter', null);
  assert.equal(await edit(null), 1);
  assert.ok(statSync(file).isDirectory());
  assert.match(complained.join(), /nothing was changed; for its defaults: hub config reset content-filter$/);
});

test('a file that has no text now, because it is too large, stays while the editor is only closed', async (t) => {
  const { file, edit, printed } = rig(t, 'content-filter', rules);
  rmSync(file, { recursive: true });
  const large = `${' '.repeat(5 * 1_048_576)}{}`;
  writeFileSync(file, large);
  assert.equal(await edit(null), 0);
  assert.equal(readFileSync(file, 'utf8').length, large.length);
  assert.deepEqual(printed, ['Nothing was changed.']);
});
