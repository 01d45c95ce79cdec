import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import type { Detection } from '../../contract/source-snapshot.ts';
import { fitName, isPlainFileName, MAX_NAME_BYTES, MAX_PATH_UNITS, planName, safeFileName, splitName } from './file-name.ts';
import { isActedOn } from './harmless-name.ts';

const anyName = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...'.. \t/\\:<>"|?*~aZé\u0301\u202e\u200d\u0000\ud800\udc00😀CONnul1¹$'), maxLength: 40 }),
  fc
    .tuple(
      fc.constantFrom('', 'a', '-', '.', 'x'.repeat(300)),
      fc.constantFrom('desktop.ini', '.envrc', '.lnk', '.URL', '`', '$(', '${'),
      fc.string({ maxLength: 3 }),
    )
    .map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('con', 'NUL', 'com1', 'LPT¹', 'conin$', '.~hub-'), fc.string()).map((parts) => parts.join('')),
);

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const safe = (text: string) => splitName(safeFileName(text));

describe('a safe file name', () => {
  const cases: [given: string, saved: string][] = [
    ['CON', 'CON_'],
    ['nul.txt', 'nul_.txt'],
    ['nul.jpg.txt', 'nul_.jpg.txt'],
    ['COM1.log', 'COM1_.log'],
    ['COM0', 'COM0_'],
    ['COM¹', 'COM¹_'],
    ['LPT0', 'LPT0_'],
    ['CONIN$', 'CONIN$_'],
    ['aux .c', 'aux_ .c'],
    ['console.log', 'console.log'],
    ['COM10', 'COM10'],
    ['foo.', 'foo'],
    ['foo ', 'foo'],
    [' foo. . ', 'foo'],
    ['a<b>c', 'a_b_c'],
    ['a\u0000b\u0007\n', 'a_b__'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['a\u200bb\ufeff.txt', 'ab.txt'],
    ['...', 'clip'],
    ['', 'clip'],
    ['.', 'clip'],
    ['..', 'clip'],
    ['\u3000', 'clip'],
    ['😀', '😀'],
    ['../x', '.._x'],
    ['..\\x', '.._x'],
    ['/etc/x', '_etc_x'],
    ['C:\\x', 'C__x'],
    ['C:x', 'C_x'],
    ['\\\\srv\\s\\x', '__srv_s_x'],
    ['\\\\?\\C:\\x', '____C__x'],
    ['%2e%2e/x', '%2e%2e_x'],
    ['x:ads', 'x_ads'],
    ['x::$DATA', 'x__$DATA'],
    ['\ud800x', '_x'],
    ['cafe\u0301.txt', 'café.txt'],
    ['.bashrc', '.bashrc'],
    ['.~hub-0123456789abcdef.tmp', '_~hub-0123456789abcdef.tmp'],
    ['desktop.ini', 'desktop.ini.txt'],
    ['Desktop.INI . ', 'Desktop.INI.txt'],
    ['de\u017fktop.ini', 'de\u017fktop.ini.txt'],
    ['desk\u200btop.ini', 'desktop.ini.txt'],
    ['Autorun.inf', 'Autorun.inf.txt'],
    ['autorun', 'autorun.txt'],
    ['Thumbs.db', 'Thumbs.db.txt'],
    ['.directory', '_directory'],
    ['.Envrc', '_Envrc'],
    ['.git', '_git'],
    ['.hidden', '_hidden'],
    ['.DS_Store', '_DS_Store'],
    ['.desktop', '_desktop'],
    ['..lnk', '_.lnk.txt'],
    ['tool.desktop', 'tool.desktop.txt'],
    ['Page.URL', 'Page.URL.txt'],
    ['a.pdf.lnk', 'a.pdf.lnk.txt'],
    ['icon.scf', 'icon.scf.txt'],
    ['x.searchConnector-ms', 'x.searchConnector-ms.txt'],
    ['here.webloc', 'here.webloc.txt'],
    ['page.url.txt', 'page.url.txt'],
    ['desktop.ini.bak', 'desktop.ini.bak'],
    ['.gitignore', '.gitignore'],
    ['.env', '.env'],
    ['run.sh', 'run.sh'],
    ['setup.bat', 'setup.bat'],
    ['a`id`.txt', 'a_id_.txt'],
    ['$(id).txt', '_(id).txt'],
    ['$\u007bHOME}.txt', '_{HOME}.txt'],
    ['cost $5.txt', 'cost $5.txt'],
    ['-rf', '_rf'],
    ['--checkpoint-action=exec=sh x', '_-checkpoint-action=exec=sh x'],
  ];
  for (const [given, saved] of cases) {
    test(`made from ${JSON.stringify(given)} is ${JSON.stringify(saved)}`, () => assert.equal(safeFileName(given), saved));
  }

  test('meets the requirements of every system, whatever it is made from', () => {
    const refused =
      /[<>:"/\\|?*\p{Control}\p{Surrogate}\p{Format}\p{Default_Ignorable_Code_Point}]|^\s|[\s.]$|^$|^\.~|^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/iu;
    fc.assert(
      fc.property(anyName, (name) => {
        const made = safeFileName(name);
        assert.doesNotMatch(made, refused);
        assert.ok(bytesOf(made) <= MAX_NAME_BYTES);
        assert.equal(made, made.normalize('NFC'));
        assert.equal(safeFileName(made), made, 'a safe name is unchanged');
        assert.ok(!isActedOn(made) && !/[`]|\$[({]|^-/.test(made), made);
      }),
      { numRuns: runs(2_000) },
    );
  });

  test('keeps its extension however long the stem is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }),
        fc.stringMatching(/^\.[a-z0-9]{1,10}$/),
        (stem, extension) => {
          assert.ok(safeFileName(`x${stem}y${extension}`).endsWith(extension));
        },
      ),
    );
  });

  test('of 255 bytes differs from one of 256 bytes with the same beginning', () => {
    for (const length of [255, 256, 300]) {
      const [one, other] = [safeFileName(`${'x'.repeat(length - 5)}1.txt`), safeFileName(`${'x'.repeat(length - 5)}2.txt`)];
      assert.notEqual(one, other);
      assert.match(one, /^x{227}-[0-9a-f]{8}\.txt$/);
    }
  });

  test('made from megabytes takes no longer than one made from a line', { timeout: 2_000 }, () => {
    for (const filler of [' ', '.', 'x', '.a', '\u0301', 'é'])
      assert.ok(bytesOf(safeFileName(`${filler.repeat(4_000_000)}x.txt`)) <= MAX_NAME_BYTES);
  });
});

describe('a plain file name', () => {
  test('has no separator and no control character, and is not a folder', () => {
    for (const name of ['', '.', '..', '../x', 'a/b', '..\\x', 'C:\\x', 'a\u0000', 'a\n', '\u0085'])
      assert.equal(isPlainFileName(name), false, JSON.stringify(name));
  });
  test('may still be saved under a safer name', () => {
    for (const name of ['a.txt', 'CON', 'foo.', 'C:x', 'x:ads', '...', '%2e%2e', 'é', ' '])
      assert.equal(isPlainFileName(name), true, JSON.stringify(name));
  });
});

describe('the planned name', () => {
  const python: Detection = { group: 'code', extension: '.py', typeId: 'python', mediaType: 'text/x-python', confidence: 1 };
  const capture = { embeddedFilename: null, text: 'import os', kind: 'text', detection: python } as const;

  test('is plain text below a confidence of 0.7, whatever its type', () => {
    const doubtful = (kind: 'text' | 'image', confidence: number): string =>
      planName({ ...capture, kind, detection: { ...python, confidence } }).extension;
    assert.equal(doubtful('text', 0.69), '.txt');
    assert.equal(doubtful('text', 0.7), '.py');
    assert.equal(doubtful('image', 0.69), '.py', 'a picture is never text');
    assert.deepEqual(planName({ ...capture, embeddedFilename: 'b.py', detection: { ...python, confidence: 0.1 } }), {
      stem: 'b',
      extension: '.py',
    });
  });
  test('is the slug with the detected extension', () => assert.deepEqual(planName(capture), { stem: 'import-os', extension: '.py' }));
  test('is the embedded file name if there is one, without its folders', () => {
    assert.deepEqual(planName({ ...capture, embeddedFilename: 'src/app/main.pyw' }), { stem: 'main', extension: '.pyw' });
    const patch = { ...capture, detection: { ...python, typeId: 'diff', extension: '.diff' } };
    assert.deepEqual(planName({ ...patch, embeddedFilename: 'src/tides.ts' }), { stem: 'tides.ts', extension: '.diff' });
    assert.deepEqual(planName({ ...patch, embeddedFilename: '0001-heights.patch' }), { stem: '0001-heights', extension: '.patch' });
    assert.deepEqual(planName({ ...patch, embeddedFilename: 'a.ts', givenFilename: 'b.ts' }), { stem: 'b', extension: '.ts' });
    assert.deepEqual(planName({ ...capture, embeddedFilename: '../../.bashrc' }), { stem: '.bashrc', extension: '' });
    assert.deepEqual(planName({ ...capture, embeddedFilename: '../..' }), { stem: 'import-os', extension: '.py' });
  });
  test("is the caller's name in preference to all others", () => {
    assert.deepEqual(planName({ ...capture, embeddedFilename: 'b.py', givenFilename: 'Notes.md' }), { stem: 'Notes', extension: '.md' });
  });
  test('of a picture is clip', () => {
    const png: Detection = { group: 'image', extension: '.png', typeId: 'png', mediaType: 'image/png', confidence: 1 };
    assert.deepEqual(planName({ ...capture, kind: 'image', text: null, detection: png }), { stem: 'clip', extension: '.png' });
  });
  test('of a text of unknown type ends in .txt', () =>
    assert.deepEqual(planName({ ...capture, detection: null }), { stem: 'import-os', extension: '.txt' }));
  test('is clip for a text without words, and for one whose only words are a secret', () => {
    for (const text of ['---', 'the password is tigerlily']) assert.equal(planName({ ...capture, text }).stem, 'clip', text);
  });
  test('is not a device name, even if the first word is one', () =>
    assert.deepEqual(planName({ ...capture, text: 'CON' }), { stem: 'con_', extension: '.py' }));
});

describe('a name that fits its folder', () => {
  const order = { stem: 'report', extension: '.txt', directoryUnits: 20, ordinal: 1 };

  test('is numbered before the extension', () => {
    assert.equal(fitName(order), 'report.txt');
    assert.equal(fitName({ ...order, ordinal: 2 }), 'report (2).txt');
    assert.equal(fitName({ ...order, ...splitName('a.tar.gz'), ordinal: 3 }), 'a (3).tar.gz');
  });

  test('makes a path of at most 259 units, including its number', () => {
    for (const stem of ['s'.repeat(98), `${'s'.repeat(96)}😀`]) {
      assert.equal(fitName({ ...order, stem, directoryUnits: 259 - 1 - 98 - 4 }), `${stem}.txt`, '259 is kept');
      for (const [directoryUnits, ordinal] of [
        [157, 1],
        [158, 1],
        [156, 2],
      ] as const) {
        const name = fitName({ ...order, stem, directoryUnits, ordinal });
        assert.match(name ?? '', ordinal === 1 ? /^s+-[0-9a-f]{8}\.txt$/ : /^s+-[0-9a-f]{8} \(2\)\.txt$/);
        assert.ok(directoryUnits + 1 + (name?.length ?? 0) <= 259);
      }
    }
  });

  test('stays distinct from another one with the same beginning', () => {
    const cut = { ...order, directoryUnits: 200 };
    assert.notEqual(fitName({ ...cut, stem: `${'x'.repeat(100)}1` }), fitName({ ...cut, stem: `${'x'.repeat(100)}2` }));
  });

  test('has no hash if there is no room for it, and is still not a device name', () => {
    assert.equal(fitName({ ...order, stem: 'console', directoryUnits: 259 - 1 - 3 - 4 }), 'co_.txt');
    assert.equal(fitName({ ...order, directoryUnits: 259 - 1 - 1 - 4 }), 'r.txt');
    assert.equal(fitName({ ...order, stem: 'desktops', extension: '.ini', directoryUnits: 259 - 1 - 7 - 4 }), 'deskto.ini');
  });

  test('does not exist if not even one character of it fits', () => {
    assert.equal(fitName({ ...order, directoryUnits: 259 - 1 - 4 }), null);
    assert.equal(fitName({ ...order, directoryUnits: 259 - 1 - 1 - 4, ordinal: 2 }), null);
    assert.equal(fitName({ ...order, stem: '😀', directoryUnits: 259 - 1 - 1 - 4 }), null);
    assert.equal(fitName({ ...order, directoryUnits: 4_000 }), null);
  });

  test('is within both limits, complete, safe and the same each time', () => {
    fc.assert(
      fc.property(anyName, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 9_999 }), (given, directoryUnits, ordinal) => {
        const parts = { ...safe(given), directoryUnits, ordinal };
        const name = fitName(parts);
        assert.equal(fitName(parts), name);
        if (name === null) return assert.ok(directoryUnits > 200, 'every name fits into a folder of ordinary length');
        assert.ok(directoryUnits + 1 + name.length <= MAX_PATH_UNITS);
        assert.ok(bytesOf(name) <= MAX_NAME_BYTES);
        assert.ok(name.isWellFormed());
        assert.ok(name.endsWith(parts.extension));
        assert.equal(safeFileName(name), name);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
