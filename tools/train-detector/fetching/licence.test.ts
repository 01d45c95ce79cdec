import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenceOfNpm, licencesOfDebian } from './licence.ts';
import { projectOfAddress, projectOfFile } from './project.ts';

test('the licences of a machine-readable copyright file are in its fields', () => {
  const text = 'Format: x\n\nFiles: *\nLicense: GPL-2+\n\nFiles: a\nLicense: Expat\n Permission is granted\n\nLicense: GPL-2+\n text\n';
  assert.equal(licencesOfDebian(text), 'Expat | GPL-2+');
});

test('the licences of a copyright file in prose are those that it mentions; without any they are unstated', () => {
  assert.equal(licencesOfDebian('It is under the terms of the GNU General Public License, version 2.'), 'GPL');
  assert.equal(licencesOfDebian('Ask the author.'), 'unstated');
});

test('licences in package.json are read in every form that npm has used', () => {
  assert.equal(licenceOfNpm({ license: 'MIT' }), 'MIT');
  assert.equal(licenceOfNpm({ license: { type: 'ISC', url: 'x' } }), 'ISC');
  assert.equal(licenceOfNpm({ licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] }), 'MIT | Apache-2.0');
  assert.equal(licenceOfNpm({}), 'unstated');
});

test('a project has one name, however its address is written', () => {
  const addresses = [
    'git+https://github.com/Foo/Bar.git',
    'git@github.com:foo/bar.git',
    'foo/bar',
    'github:foo/bar',
    'https://github.com/foo/bar/tree/x',
  ];
  assert.deepEqual([...new Set(addresses.map((address) => projectOfAddress(address, 'none')))], ['github.com/foo/bar']);
  assert.equal(projectOfAddress('https://example.org/a/b', 'Some-Name'), 'some-name');
});

test('in a package with many projects, each has its own name', () => {
  assert.equal(projectOfFile('usr/share/gocode/src/github.com/A/b/c/d.go', 'x'), 'github.com/a/b');
  assert.equal(projectOfFile('usr/share/texlive/texmf-dist/doc/latex/beamer/a.tex', 'x'), 'ctan/beamer');
  assert.equal(projectOfFile('src/a.c', 'x'), 'x');
});
