import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChinese, withChineseRead } from './chinese-lines.ts';
import type { GreyPicture } from './grey-picture.ts';
import { textOfWord } from './laying-out/text-of-lines.ts';
import type { ReadLine, ReadSymbol, ReadWord } from './read-lines.ts';

const height = 20;
const untilMs = Number.POSITIVE_INFINITY;

/** A line whose characters are as far apart as they are high. */
function line(text: string, top = 10): ReadLine {
  const symbols = [...text].map(
    (character, at): ReadSymbol => ({ text: character, left: 10 + at * height, right: 30 + at * height, certainty: 0.9 }),
  );
  return { top, bottom: top + height, words: [{ symbols, top, bottom: top + height, certainty: 0.9 }] };
}

const symbolsOf = (text: string, certainty: number): readonly ReadSymbol[] =>
  (line(text).words[0]?.symbols ?? []).map((one) => ({ ...one, certainty }));
const white = (width: number, tall: number): GreyPicture => ({ width, height: tall, pixels: new Uint8Array(width * tall).fill(255) });
const textsOf = (lines: readonly ReadLine[]): readonly string[] => lines.map(({ words }) => words.map(textOfWord).join('|'));

test('a line is Chinese with a fifth of its characters, and without those of Japanese or Korean', () => {
  const lines = ['登录 GitHub 帐号', '少熬夜', 'the 中 of a long English line', '保存しますか', '한국어 中文', ''].map((text) =>
    line(text.replaceAll(' ', '')),
  );
  assert.deepEqual(
    lines.map(({ words }) => isChinese(words)),
    [true, true, false, false, false, false],
  );
});

test('lines of Chinese are read again, and the surer reading stays', async () => {
  const lines = [line('少玖夜'), line('ferry', 40), line('别肴急', 70), line('不见', 100)];
  const cut: GreyPicture[] = [];
  const answers = [symbolsOf('少熬 夜', 0.99), symbolsOf('着', 0.5), null];
  const read = async (piece: GreyPicture) => answers[cut.push(piece) - 1] ?? null;
  const picture = white(200, 140);
  picture.pixels[15 * 200 + 12] = 0;
  const all = await withChineseRead(picture, lines, { model: async () => ({ read }), untilMs });
  assert.deepEqual(textsOf(all), ['少熬|夜', 'ferry', '别肴急', '不见']);
  // The first one with two fifths of its height around it.
  assert.deepEqual([cut.length, cut[0]?.width, cut[0]?.height, cut[0]?.pixels.indexOf(0)], [3, 76, 36, 13 * 76 + 10]);
  const [first, last] = [all[0]?.words[0]?.symbols[0], all[0]?.words[1]?.symbols[0]];
  assert.deepEqual([first?.left, first?.right, last?.left], [12, 32, 72], 'in the picture, not in what was cut out');
});

test('what is cut out for one line has nothing of its neighbours in it', async () => {
  const picture = white(100, 80);
  for (const y of [27, 32, 35]) picture.pixels[y * 100 + 40] = 0;
  const cut: GreyPicture[] = [];
  const read = async (piece: GreyPicture): Promise<null> => {
    cut.push(piece);
    return null;
  };
  // The first ends at 30 and the second begins at 34.
  await withChineseRead(picture, [line('长话'), line('短说', 34)], { model: async () => ({ read }), untilMs });
  const inked = cut.map(({ width, pixels }) => [...pixels].flatMap((grey, at) => (grey === 0 ? [Math.floor(at / width)] : [])));
  assert.deepEqual(inked, [[25], [6, 9]]);
});

test('labels that stand far apart are read one by one, Latin ones not at all, and a long line in pieces', async () => {
  const cut: number[] = [];
  const read = async ({ width }: GreyPicture): Promise<null> => {
    cut.push(width);
    return null;
  };
  const moved = (given: ReadLine, by: number): ReadLine['words'] =>
    given.words.map((word) => ({ ...word, symbols: word.symbols.map((one) => ({ ...one, left: one.left + by, right: one.right + by })) }));
  const labels = { ...line('网络'), words: [...line('网络').words, ...moved(line('Wi-Fi'), 200), ...moved(line('声音设置'), 500)] };
  const long = { ...line('长'), words: Array.from({ length: 100 }, (_, at) => moved(line('长'), at * height)).flat() };
  const none = await withChineseRead(white(2_200, 40), [labels, long], { model: async () => ({ read }), untilMs });
  assert.deepEqual(cut, [56, 96, 1608, 408]);
  assert.deepEqual(textsOf(none), ['网络|Wi-Fi|声音设置', Array(100).fill('长').join('|')], 'nothing is lost where it reads nothing');
});

test('characters that stand far apart are words of their own', async () => {
  const read: readonly ReadSymbol[] = [...'网络'].map((text, at) => ({ text, left: at * 120, right: 20 + at * 120, certainty: 0.9 }));
  assert.deepEqual(
    textsOf(await withChineseRead(white(300, 40), [line('网络')], { model: async () => ({ read: async () => read }), untilMs })),
    ['网|络'],
  );
});

test('the model is loaded for the first line of Chinese alone, and without one the lines stay as they are', async () => {
  let loaded = 0;
  const none = async (): Promise<null> => {
    loaded += 1;
    return null;
  };
  const latin = [line('ferry')];
  assert.equal(await withChineseRead(white(200, 40), latin, { model: none, untilMs }), latin);
  assert.equal(loaded, 0);
  const chinese = [line('少玖夜')];
  assert.equal(await withChineseRead(white(200, 40), chinese, { model: none, untilMs }), chinese);
  assert.equal(loaded, 1);
  const late = { model: async () => ({ read: async () => symbolsOf('少熬夜', 0.99) }), untilMs: 0 };
  assert.deepEqual(textsOf(await withChineseRead(white(200, 40), chinese, late)), ['少玖夜'], 'there is no time left');
});

test('a wide gap with ink is read too, because tesseract left a character out, and one without divides two pieces', async () => {
  const first = line('广').words[0];
  const second = line('市大部').words[0];
  const moved = second?.symbols.map((symbol) => ({ ...symbol, left: symbol.left + 60, right: symbol.right + 60 })) ?? [];
  const apart: ReadLine = {
    ...line(''),
    words: [first, { ...second, symbols: moved }].flatMap((word) => (word === undefined ? [] : [word as ReadWord])),
  };
  for (const isInk of [true, false]) {
    const picture = white(200, 60);
    if (isInk) for (let y = 12; y < 28; y += 1) picture.pixels.fill(0, y * 200 + 42, y * 200 + 58);
    let pieces = 0;
    const read = async (): Promise<null> => {
      pieces += 1;
      return null;
    };
    await withChineseRead(picture, [apart], { model: async () => ({ read }), untilMs });
    assert.equal(pieces, isInk ? 1 : 2);
  }
});
