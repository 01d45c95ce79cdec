/** `node tools/brand/main.ts`: redraws the pictures under `brand/` after the mark has changed. They are committed. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brandPictures } from './pictures.ts';

const folder = path.join(import.meta.dirname, '../../brand');
/** Next to `brand/`, so that the old pictures stay until all new ones are drawn. */
const next = `${folder}.new`;
const pictures = brandPictures();
rmSync(next, { recursive: true, force: true });
for (const [name, content] of pictures) {
  const file = path.join(next, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
}
rmSync(folder, { recursive: true, force: true });
renameSync(next, folder);
process.stdout.write(`${pictures.size} pictures in brand/\n`);
