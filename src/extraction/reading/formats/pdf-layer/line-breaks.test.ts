import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlacedSign, textOfCodes, withOwnBreaks } from './line-breaks.ts';

/** Signs of lines, each 6 wide and 10 high, 14 from line to line. `made` says what PDFium has made before a sign; a blank of a line is no sign. */
function signsOf(
  lines: readonly string[],
  made: (at: number, line: number, column: number) => string,
  isUpright = false,
): readonly PlacedSign[] {
  const signs: PlacedSign[] = [];
  let count = 0;
  for (const [line, text] of lines.entries())
    for (const [column, sign] of [...text].entries()) {
      if (sign === ' ') continue;
      for (const one of made(count, line, column)) signs.push({ code: one.charCodeAt(0), isGenerated: true, box: null });
      const [across, down] = isUpright ? [600 - line * 14, column * 10] : [column * 6, line * 14];
      signs.push({
        code: sign.charCodeAt(0),
        isGenerated: false,
        box: { left: across, right: across + 6, top: 700 - down, bottom: 690 - down },
      });
      count += 1;
    }
  return signs;
}

function shown(signs: readonly PlacedSign[]): string | null {
  const codes = withOwnBreaks(signs.length, (at) => signs[at] as PlacedSign);
  return codes === null ? null : textOfCodes(codes).replaceAll('\r\n', '\n');
}

const lines = ['def f(x):', '    return x', 'else:', '     go'];

test('a page whose signs each have a line of their own, or that has no lines, gets its lines back', () => {
  const expected = 'def f(x):\nreturn x\nelse:\ngo';
  assert.equal(shown(signsOf(lines, (at) => (at === 0 ? '' : '\r\n'))), expected);
  assert.equal(
    shown(signsOf(lines, (_, line, column) => (line > 0 && lines[line]?.slice(0, column).trim() === '' ? ' ' : ''))),
    'deff(x):\nreturnx\nelse:\ngo',
  );
  assert.equal(shown(signsOf(lines, () => '')), 'deff(x):\nreturnx\nelse:\ngo');
});

test('lines that are right stay as they are, and so does vertical text', () => {
  const right = (_: number, line: number, column: number): string => {
    const before = lines[line]?.slice(0, column) ?? '';
    return before.trim() === '' ? (line === 0 ? '' : '\r\n') : before.endsWith(' ') ? ' ' : '';
  };
  assert.equal(shown(signsOf(lines, right)), null);
  assert.equal(shown(signsOf(['縦書きの文', '次の行です'], (at) => (at === 5 ? '\r\n' : ''), true)), null);
  assert.equal(shown([]), null);
});

test('a word that PDFium has joined at the end of a line stays one word', () => {
  const signs = signsOf(['the exam', 'ple of a', 'hyp', 'hen'], () => '');
  for (const hyphen of [
    { code: 0x02, isGenerated: false, box: null },
    { code: 0xff_fe, isGenerated: true, box: null },
  ]) {
    const joined = signs.flatMap((sign, at) => (at === 7 || at === 16 ? [hyphen, sign] : [sign]));
    const other = [...joined.slice(0, 14), { code: 0x0d, isGenerated: true, box: null }, ...joined.slice(14)];
    assert.equal(shown(other), null);
  }
});

test('behind raised signs, the line goes on', () => {
  const sign = (character: string, at: number, high: number, bottom: number): PlacedSign => ({
    code: character.codePointAt(0) ?? 0,
    isGenerated: false,
    box: { left: at * 6, right: at * 6 + 6, top: bottom + high, bottom },
  });
  const signs = [...'a10-5b10-4c10-3d'].map((character, at) =>
    /[-543]/.test(character) ? sign(character, at, 6, 695) : sign(character, at, 10, 690),
  );
  assert.equal(shown(signs), null);
});
