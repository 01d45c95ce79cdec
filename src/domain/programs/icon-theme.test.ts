import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iconTheme, isThemeName } from './icon-theme.ts';

const theme = `[Icon Theme]
Name=T
Inherits=parent, ../evil ,.hidden,hicolor
Directories=16x16/apps,64x64/apps,48x48/apps,scalable/apps,48x48/mimetypes,../../etc/apps,/abs/apps,none/apps

[16x16/apps]
Size=16
Context=Applications
[64x64/apps]
Size=64
[48x48/apps]
Size=48
[48x48/mimetypes]
Size=48
Context=MimeTypes
[scalable/apps]
Size=16
Type=Scalable
[../../etc/apps]
Size=48
[/abs/apps]
Size=48
`;

test('the folders of programs that fit come first, then those that scale, larger and smaller; none is outside', () => {
  assert.deepEqual(iconTheme(theme, 48), {
    folders: ['48x48/apps', 'scalable/apps', '64x64/apps', '16x16/apps'],
    inherits: ['parent', 'hicolor'],
  });
});

test('anything else is a theme without folders, and many folders are few', () => {
  assert.deepEqual(iconTheme('\0[[[=\n=', 48), { folders: [], inherits: [] });
  const many = Array.from({ length: 5_000 }, (_, at) => `${at}/apps`);
  const text = `[Icon Theme]\nDirectories=${many.join()}\n${many.map((name) => `[${name}]\nSize=48`).join('\n')}`;
  assert.equal(iconTheme(text, 48).folders.length, 24);
  for (const name of ['', '..', '.x', 'a/b', 'a\\b', 'x'.repeat(200)]) assert.equal(isThemeName(name), false, name);
});
