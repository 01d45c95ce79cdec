import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decodePng } from '../../src/platform/tray/tray-pictures.ts';
import { brandPictures } from './pictures.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = path.join(root, 'brand');

test('the committed pictures are exactly those that the tool draws', () => {
  const drawn = brandPictures();
  const committed = readdirSync(folder, { withFileTypes: true, recursive: true }).flatMap((entry) =>
    entry.isFile() ? [path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/')] : [],
  );
  assert.deepEqual(committed.toSorted(), [...drawn.keys()].toSorted());
  // Compares the pixels, because another version of zlib compresses them differently.
  const seen = (name: string, content: Buffer): unknown => (name.endsWith('.png') ? decodePng(content) : String(content));
  for (const [name, content] of drawn) assert.deepEqual(seen(name, readFileSync(path.join(folder, name))), seen(name, content), name);
});

test('the page draws the same lines as the mark', () => {
  const page = readFileSync(path.join(root, 'src/processes/shell/page/frame/hub-mark.tsx'), 'utf8');
  const lines = String(brandPictures().get('mark.svg')).match(/<(?:rect|path)[^>]*?(?= stroke-linecap|\/>)/g) ?? [];
  assert.equal(lines.length, 2);
  for (const line of lines) assert.ok(page.includes(line), line);
});
