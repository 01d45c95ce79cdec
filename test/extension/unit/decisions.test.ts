import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerWithinMs,
  isNeeded,
  replacedForMs,
  retryAfterMs,
  sendAgainAfterMs,
  stateAfter,
  stateWithoutProof,
  withoutAnswer,
} from '../../../extension/background/connection-rules.ts';
import { readHosts, tellableAddress, whyNotRead } from '../../../extension/background/may-save.ts';
import { languageOf } from '../../../extension/page/code-language.ts';
import { fileNameFromTitle, fileNameOf, nameOfDisposition } from '../../../extension/page/file-name.ts';
import { escapedAddress, escapedWords, frontMatter, plainDate } from '../../../extension/page/front-matter.ts';
import { largestOf } from '../../../extension/page/late-pictures.ts';
import { restOfWord, textFragment } from '../../../extension/page/text-fragment.ts';
import { addressesIn } from '../../../extension/page/whole/style-addresses.ts';
import { closeCodes } from '../../../src/contract/extension-messages.ts';

test('an address is told without user and password, and only of the web', () => {
  assert.equal(tellableAddress('https://ada:secret@a.example/x?y#z'), 'https://a.example/x?y#z');
  for (const address of ['file:///home/ada/x', 'about:blank', 'chrome://settings', 'javascript:1', '', 'x', undefined])
    assert.equal(tellableAddress(address), null);
});

test('nothing is read from a private window, an excluded host or what is no page of the web', () => {
  const page = { url: 'https://www.bank.example/account', isPrivate: false };
  const none = { own: [], hubs: [] };
  assert.equal(whyNotRead(page, none), null);
  assert.equal(whyNotRead({ ...page, isPrivate: true }, none), 'private-window');
  assert.equal(whyNotRead(page, { ...none, own: ['bank.example'] }), 'excluded-host');
  for (const rule of ['*.bank.example', 'Bank.Example', 'bank.example.', ' bank.example', '*'])
    assert.equal(whyNotRead(page, { ...none, hubs: [rule] }), 'excluded-by-hub', rule);
  const umlaut = { ...page, url: 'https://xn--bcher-kva.example/' };
  assert.equal(whyNotRead(umlaut, { ...none, hubs: ['bücher.example'] }), 'excluded-by-hub');
  assert.equal(whyNotRead({ ...page, url: 'https://mybank.example/' }, { own: ['bank.example'], hubs: ['bank.example'] }), null);
  assert.equal(whyNotRead({ ...page, url: 'chrome://settings' }, none), 'not-a-web-page');
  assert.equal(whyNotRead({ ...page, url: undefined }, none), 'not-a-web-page');
});

test('hosts are read as people write them, and what is none is returned', () => {
  assert.deepEqual(
    readHosts(' Bank.example \n*.shop.example\nhttps://user@mail.example/inbox\n\nbücher.example\nnot a host\nbad..host\nhttp://'),
    {
      hosts: ['bank.example', 'shop.example', 'mail.example', 'xn--bcher-kva.example'],
      wrong: ['not a host', 'bad..host', 'http://'],
    },
  );
});

test('the state after a failed connection says what is known, and no more', () => {
  assert.equal(stateAfter({ code: 1_006, wasOpen: false }, 'nothing'), 'not-running');
  assert.equal(stateAfter({ code: 1_006, wasOpen: false }, 'hub'), 'refused');
  assert.equal(stateAfter({ code: 1_006, wasOpen: false }, 'another'), 'not-hub');
  assert.equal(stateAfter({ code: 1_001, wasOpen: true }, 'nothing'), 'not-running');
  assert.equal(stateAfter({ code: closeCodes.silent, wasOpen: true }, 'hub'), 'connecting', 'it runs, and is asked again');
  assert.equal(stateAfter({ code: closeCodes.replaced, wasOpen: true }, 'hub'), 'replaced');
  assert.equal(stateAfter({ code: closeCodes.revoked, wasOpen: true }, 'hub'), 'refused');
  assert.equal(stateAfter({ code: closeCodes.full, wasOpen: true }, 'hub'), 'full');
});

test('a place that was taken is left for five minutes, and for no longer if a clock was set', () => {
  assert.equal(replacedForMs(null, 1_000), 0);
  assert.equal(replacedForMs(1_000, 1_000), 300_000);
  assert.equal(replacedForMs(1_000, 300_999), 1);
  assert.equal(replacedForMs(1_000, 301_000), 0);
  assert.equal(replacedForMs(1_000, 999), 0);
});

test('without a proof nothing is taken for Hub', () => {
  assert.equal(stateWithoutProof('another', 'hub'), 'not-hub');
  assert.equal(stateWithoutProof('unknown-pairing', 'hub'), 'refused');
  assert.equal(stateWithoutProof('not-now', 'hub'), 'connecting');
  assert.equal(stateWithoutProof('unreadable', 'nothing'), 'not-running');
  assert.equal(stateWithoutProof('unreadable', 'another'), 'not-hub');
  assert.equal(stateWithoutProof('unreadable', 'hub'), 'refused', 'Hub does not know this extension any more');
});

test('attempts are made at growing distances, up to a bound', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 100].map((failures) => retryAfterMs(failures)),
    [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  );
  assert.ok(retryAfterMs(1, 'replaced') > 60_000, 'two that replace each other');
  assert.deepEqual([1, 2, 3, 100].map(sendAgainAfterMs), [2_000, 4_000, 8_000, 120_000]);
});

test('a save that is lost with its connection stays the first, until that is no chance any more; a large one is waited for longer', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 100].map((losses) => withoutAnswer(losses, 1_000)),
    [0, 0, 3_000, 5_000, 121_000],
  );
  assert.equal(answerWithinMs(1_000, 0), 60_010);
  assert.ok(answerWithinMs(48 * 1024 * 1024, 0) > 500_000);
  assert.equal(answerWithinMs(1_000, 2), 240_040);
});

test('the connection is there only while something needs it', () => {
  const nothing = { isPaired: true, viewers: 0, tellsTabs: false, queued: 0, awaited: 0 };
  assert.ok(!isNeeded(nothing));
  for (const need of [{ viewers: 1 }, { tellsTabs: true }, { queued: 1 }, { awaited: 1 }]) {
    assert.ok(isNeeded({ ...nothing, ...need }));
    assert.ok(!isNeeded({ ...nothing, ...need, isPaired: false }));
  }
});

const classes = (...names: readonly string[]) => [{ classes: names, named: [] }];

test('the language of code is what its page names', () => {
  assert.equal(languageOf(classes('language-python')), 'python');
  assert.equal(languageOf(classes('hljs', 'rust')), 'rust');
  assert.equal(languageOf(classes('highlight', 'highlight-source-c++')), 'cpp');
  assert.equal(languageOf(classes('sourceCode', 'haskell')), 'haskell');
  assert.equal(languageOf(classes('lang-js', 'line-numbers')), 'javascript');
  assert.equal(languageOf([{ classes: [], named: ['Go'] }]), 'go');
  assert.equal(languageOf([...classes('hljs'), ...classes('highlight-python3', 'notranslate')]), 'python');
  for (const names of [[], ['highlight'], ['hljs'], ['language-plaintext'], ['code-block'], ['wide', 'card'], ['language-<b>']])
    assert.equal(languageOf(classes(...names)), null, names.join(' '));
});

test('front matter is YAML, whatever is in its values', () => {
  assert.equal(
    frontMatter({
      title: 'A "title": with\nsigns # and ---',
      author: '',
      url: 'https://a.example/',
      site: 'A',
    }),
    '---\ntitle: "A \\"title\\": with\\nsigns # and ---"\nurl: "https://a.example/"\nsite: "A"\n---\n\n',
  );
  assert.equal(plainDate(' 2026-03-04 '), '2026-03-04');
  assert.equal(plainDate('2026-03-04T10:00:00+01:00'), '2026-03-04T10:00:00+01:00');
  assert.equal(plainDate('2026-03-04, later'), '2026-03-04');
  assert.equal(plainDate('4 March'), '4 March');
});

test('words and addresses can’t end the link that they are in', () => {
  assert.equal(escapedWords('a [b](c)\n*d*'), 'a \\[b\\](c) \\*d\\*');
  assert.equal(escapedWords('<b> 1 < 2 &lt; AT&T ~~c~~ F #'), '\\<b> 1 < 2 \\&lt; AT&T \\~\\~c\\~\\~ F \\#');
  assert.equal(escapedAddress('https://a.example/x_(y) z'), 'https://a.example/x_%28y%29%20z');
});

test('a text fragment names a short text as a whole, and a long one by its ends', () => {
  assert.equal(textFragment('the lock-gate, at sea'), 'the%20lock%2Dgate%2C%20at%20sea');
  assert.equal(
    textFragment('One two three four five six seven eight.\nNine ten eleven twelve thirteen fourteen fifteen.'),
    'One%20two%20three%20four%20five%20six,ten%20eleven%20twelve%20thirteen%20fourteen%20fifteen.',
  );
  assert.match(textFragment('水门把运河的水拦住，两边的水位相同时才会打开。'.repeat(9)) ?? '', /^(?:%[0-9A-F]{2})+,(?:%[0-9A-F]{2})+$/);
  assert.equal(textFragment(' \n '), null);
  assert.ok(textFragment(`\ud800${'x'.repeat(300)}`));
});

test('a selection that begins or ends within a word is found by the whole word', () => {
  const text = 'The oldest gate';
  assert.deepEqual([restOfWord(text, 6, 'before'), restOfWord(text, 6, 'behind')], ['ol', 'dest']);
  for (const edge of [0, 3, 4, 10, 15])
    assert.deepEqual([restOfWord(text, edge, 'before'), restOfWord(text, edge, 'behind')], ['', ''], String(edge));
  assert.equal(restOfWord('x'.repeat(1_000_000), 500_000, 'before').length, 100);
});

test('a file is named by its address, and says what it is', () => {
  assert.equal(fileNameOf('https://a.example/b/the%20gate.PNG?size=2', { mediaType: 'image/png' }), 'the gate.PNG');
  assert.equal(fileNameOf('https://a.example/image.php?id=3', { mediaType: 'image/jpeg' }), 'image.jpg');
  assert.equal(fileNameOf('https://a.example/', { mediaType: 'application/pdf' }), 'file.pdf');
  assert.equal(fileNameOf('https://a.example/%E0%A4%A', { mediaType: 'text/plain' }), '%E0%A4%A.txt');
  assert.equal(fileNameFromTitle('A/B: "C"?', '.html'), 'A B C.html');
  assert.equal(fileNameFromTitle('...', '.html'), 'page.html');
});

test('a file is named as its site calls it', () => {
  assert.equal(nameOfDisposition(`attachment; filename="report.md"; filename*=UTF-8''%E6%8A%A5%E5%91%8A.md`), '报告.md');
  assert.equal(nameOfDisposition("attachment;filename*=iso-8859-1'en'%A3%20rates"), '£ rates');
  assert.equal(nameOfDisposition('inline; filename="a \\"b\\"; c.txt"'), 'a "b"; c.txt');
  assert.equal(nameOfDisposition('attachment; filename=plain.csv; size=3'), 'plain.csv');
  assert.equal(nameOfDisposition(`attachment; filename="${Buffer.from('报告.md').toString('latin1')}"`), '报告.md');
  for (const header of ['', 'attachment', 'attachment; name="x"']) assert.equal(nameOfDisposition(header), null);
  assert.equal(fileNameOf('https://a.example/cd', { mediaType: 'text/markdown', name: '../报告.md' }), '报告.md');
  assert.equal(fileNameOf('https://a.example/cd', { mediaType: 'application/pdf', name: 'plan' }), 'plan.pdf');
  assert.equal(fileNameOf('https://a.example/cd.md', { mediaType: 'text/markdown', name: ' / ' }), 'cd.md');
});

test('every address of a style sheet is found where it shows something, in any spelling', () => {
  const sheet = [
    '@import url(a.css); @namespace url(b); c{d:url(e.png)} @media screen{f{g:URL( "h).png" )}}',
    "@font-face{src:url('i.woff2')}",
    '/* url(j) */ k{content:"url(l)";m:url("n\\"o") url()}',
    '@supports (background:url(p)){q{r:my-url(s)}} t\\{{u:url(v\\)w)}',
    'x{y:url(z',
  ].join('\n');
  assert.deepEqual(
    addressesIn(sheet).map(({ address, from, to, isValue }) => [address, sheet.slice(from, to), isValue]),
    [
      ['e.png', 'url(e.png)', true],
      ['h).png', 'URL( "h).png" )', true],
      ['i.woff2', "url('i.woff2')", false],
      ['n"o', 'url("n\\"o")', true],
      ['', 'url()', true],
      ['v)w', 'url(v\\)w)', true],
      // What is not closed ends with the text.
      ['z', 'url(z', true],
    ],
  );
});

test('a comment before a statement of a sheet changes nothing about its addresses', () => {
  for (const before of ['', '/* latin */', '/**/ /* ; { */\n', ' '.repeat(300)]) {
    const isValueIn = (sheet: string): readonly boolean[] => addressesIn(`${before}${sheet}`).map(({ isValue }) => isValue);
    assert.deepEqual(isValueIn('@font-face{src:url(f.woff2)}'), [false], before);
    assert.deepEqual(isValueIn(`a{}${before}@font-face{src:url(f.woff2)}p{background:url(a.png)}`), [false, true], before);
    assert.deepEqual(isValueIn(`@media x{${before}@container style(--a: url(q)){}}`), [], before);
  }
});

test('the largest picture of a set is taken', () => {
  assert.equal(largestOf('a.png 1x, b.png 3x, c.png 2x'), 'b.png');
  assert.equal(largestOf('a.png 100w,b,c.png 200w'), 'b,c.png');
  assert.equal(largestOf(' a,b.png, c.png 0.5x'), 'a,b.png');
  assert.equal(largestOf('a.png'), 'a.png');
  assert.equal(largestOf(' , '), null);
});

test('the bytes or the number in an address are no name', () => {
  assert.equal(fileNameOf('data:image/png;base64,iVBORw0/KGgo=', { mediaType: 'image/png' }), 'file.png');
  assert.equal(fileNameOf('blob:https://a.example/9e1d-4b', { mediaType: 'image/webp' }), 'file.webp');
});

test('a name that is cut has whole characters', () => {
  for (const length of [118, 119, 120]) {
    assert.ok(fileNameFromTitle(`${'a'.repeat(length)}😀😀`, '.html').isWellFormed());
    assert.ok(fileNameOf(`https://a.example/${'a'.repeat(length)}😀😀`, { mediaType: 'image/png' }).isWellFormed());
    assert.ok(fileNameOf(`https://a.example/😀😀${'a'.repeat(length - 5)}.png`, { mediaType: 'image/png' }).isWellFormed());
  }
});
