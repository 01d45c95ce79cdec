import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pptxOf, relationsOfLayout, type SlideDesign, slideBox } from '../../../../../test/harness/documents/office-documents.ts';
import { extractionOptions } from '../../../../contract/extraction.ts';
import { readDocument } from '../../read-document.ts';

async function textIn(content: Buffer): Promise<string> {
  const options = extractionOptions.parse({});
  const found = await readDocument({ path: null, content, options, progress: () => {}, recognize: async () => null });
  return found.ok ? found.value.text : assert.fail(found.reason);
}

const item = (text: string, level = 0, own = ''): string => `<a:p><a:pPr lvl="${level}">${own}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`;
const bullet = '<a:buChar char="•"/>';
const number = '<a:buAutoNum type="arabicPeriod"/>';
const styleOf = (...levels: readonly string[]): string => levels.map((of, at) => `<a:lvl${at + 1}pPr>${of}</a:lvl${at + 1}pPr>`).join('');
const master = `<p:txStyles><p:titleStyle>${styleOf('<a:buNone/>')}</p:titleStyle><p:bodyStyle>${styleOf(bullet, bullet, number)}</p:bodyStyle><p:otherStyle/></p:txStyles>`;
const layoutOf = (box: string, style: string): string =>
  slideBox({ box, paragraphs: `<a:lstStyle>${style}</a:lstStyle>${item('Click to edit')}` });

async function slideWith(box: string | undefined, paragraphs: string, design: Partial<SlideDesign> = {}): Promise<readonly string[]> {
  const slide = box === undefined ? { paragraphs } : { paragraphs, box };
  return (await textIn(pptxOf([slide], 'a note', { layout: '', master, ...design }))).split('\n').slice(0, -2);
}

test('the bullets and numbers that only the master defines stand before the items of a body, and before no title and no other box', async () => {
  const paragraphs = [item('high'), item('low', 1), item('one', 2), item('two', 2), item('last'), item('plain', 0, '<a:buNone/>')].join('');
  const shown = ['• high', '  • low', '    1. one', '    2. two', '• last', 'plain'];
  for (const box of ['idx="1"', 'type="body" idx="1"', 'type="body"']) assert.deepEqual(await slideWith(box, paragraphs), shown, box);
  const plain = ['high', 'low', 'last'];
  for (const box of ['type="title"', 'type="ctrTitle"', 'type="ftr" idx="11"', undefined])
    assert.deepEqual(await slideWith(box, plain.map((text) => item(text)).join('')), plain, `${box}`);
});

test('what a layout says of its box counts before the master, and what the box itself says before both', async () => {
  const paragraphs = [item('one'), item('two')].join('');
  const layout = layoutOf('type="subTitle" idx="1"', styleOf('<a:buNone/>')) + layoutOf('idx="2"', styleOf(number));
  assert.deepEqual(await slideWith('type="subTitle" idx="1"', paragraphs, { layout }), ['one', 'two']);
  assert.deepEqual(await slideWith('idx="2"', paragraphs, { layout }), ['1. one', '2. two']);
  assert.deepEqual(await slideWith('idx="3"', paragraphs, { layout }), ['• one', '• two']);
  const own = `<a:lstStyle>${styleOf(bullet)}</a:lstStyle>${paragraphs}`;
  assert.deepEqual(await slideWith('idx="2"', own, { layout }), ['• one', '• two']);
  const ofMaster = layoutOf('type="body" idx="1"', styleOf(number)) + master;
  assert.deepEqual(await slideWith('idx="1"', paragraphs, { master: ofMaster }), ['1. one', '2. two']);
});

test('slides whose layout is damaged or missing are read without what it says', async () => {
  assert.deepEqual(await slideWith('idx="1"', item('high'), { layout: '<p:sp>' }), ['• high']);
  assert.equal(await textIn(pptxOf([{ paragraphs: item('high'), box: 'idx="1"' }], 'a note')), 'high\na note\n');
});

test('so are they where the relations of the layout are damaged, or the layout or its master is longer than is read', async () => {
  const long = `<p:cSld>${' '.repeat(8 * 1024 * 1024)}</p:cSld>`;
  const shown: readonly (readonly [SlideDesign, string])[] = [
    [{ layout: '', master, layoutRelations: '<Relationships><Relationship' }, 'high'],
    [{ layout: '', master, layoutRelations: `<Relationships>${long}</Relationships>` }, 'high'],
    [{ layout: layoutOf('idx="1"', styleOf(number)) + long, master }, '• high'],
    [{ layout: layoutOf('idx="1"', styleOf(number)), master: long }, '1. high'],
  ];
  for (const [design, line] of shown) assert.deepEqual(await slideWith('idx="1"', item('high'), design), [line], line);
});

test('a layout and its relations are read once for all slides', async () => {
  const slides = Array.from({ length: 80 }, () => ({ paragraphs: item('high'), box: 'idx="1"' }));
  // All together more than is read out of one document.
  const blank = ' '.repeat(4 * 1024 * 1024);
  const layoutRelations = relationsOfLayout.replace('</Relationships>', `${blank}</Relationships>`);
  assert.ok(layoutRelations.length > blank.length);
  const text = await textIn(pptxOf(slides, 'a note', { layout: blank, master, layoutRelations }));
  assert.equal(text.match(/• high/g)?.length, slides.length);
});

test('a level says for itself whether it has bullets: what holds for none, or stands in the box before, does not count', async () => {
  const style = `<a:lvl2pPr>${bullet}</a:lvl2pPr><a:defPPr>${number}</a:defPPr>`;
  const others = `<p:txStyles><p:bodyStyle>${style}</p:bodyStyle><p:otherStyle>${bullet}</p:otherStyle></p:txStyles>`;
  const paragraphs = item('one') + item('two', 1);
  assert.deepEqual(await slideWith('idx="1"', paragraphs, { master: others }), ['one', '  • two']);
  assert.deepEqual(await slideWith('type="ftr" idx="1"', paragraphs, { master: others }), ['one', 'two']);
});

test('of more boxes of a layout than are kept, none has what another one says', async () => {
  const boxes = (count: number): string => Array.from({ length: count }, (_, at) => layoutOf(`idx="${at + 1}"`, styleOf(number))).join('');
  const paragraphs = item('high');
  assert.deepEqual(await slideWith('idx="1000"', paragraphs, { layout: boxes(1_001) }), ['1. high']);
  assert.deepEqual(await slideWith('idx="1001"', paragraphs, { layout: boxes(1_001) }), ['• high']);
});

test('twice as many boxes of a layout and its master cost the paragraphs of a slide nothing', { timeout: 60_000 }, async () => {
  const boxes = (count: number): string => Array.from({ length: count }, (_, at) => layoutOf(`type="ftr" idx="${at + 1}"`, '')).join('');
  const timeOf = async (count: number): Promise<number> => {
    const [layout, ofMaster] = [boxes(count), boxes(count) + master];
    const slide = pptxOf([{ paragraphs: item('x').repeat(30_000), box: 'type="body" idx="1000"' }], '', { layout, master: ofMaster });
    const from = process.threadCpuUsage();
    await textIn(slide);
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1_000;
  };
  await timeOf(10);
  const [few, many] = [Math.min(await timeOf(10), await timeOf(10)), Math.min(await timeOf(1_000), await timeOf(1_000))];
  assert.ok(many < few * 4, `${few} and ${many} ms`);
});
