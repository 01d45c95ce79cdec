import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfHtml, textsOfHtml } from './html-text.ts';

const of = (html: string, deadlineMs?: number): ReturnType<typeof textOfHtml> => textOfHtml(Buffer.from(html), deadlineMs);
const text = (value: string): object => ({ ok: true, value });
const not = (reason: string): object => ({ ok: false, reason });

test('HTML has the text that a reader sees, and none of what nobody sees', async () => {
  const html = '<meta charset="utf-8"><style>p{}</style><h1>Größe</h1><p>one <b>two</b>&amp;<br>three</p><script>alert(1)</script>';
  assert.deepEqual(await of(html), text('Größe\n\none two&\nthree'));
  assert.deepEqual(await of('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'), text('a\tb\nc'));
  assert.deepEqual(await textOfHtml(Buffer.from('\ufeff<p>wide</p>', 'utf16le')), text('wide'));
});

test('HTML without any text is told from one that is too long to be read', async () => {
  const longest = 4 * 1024 * 1024;
  assert.deepEqual(await of('<img src="a.png">'), not('none'));
  assert.deepEqual(await of('x'.repeat(longest + 1)), not('too-long'));
  assert.deepEqual(await of('x'.repeat(longest), 60_000), text('x'.repeat(longest)));
});

test('one thread reads several; they are too long if one is, or their texts are together', async () => {
  const of = (htmls: readonly string[]): ReturnType<typeof textsOfHtml> =>
    textsOfHtml(
      htmls.map((html) => Buffer.from(html)),
      60_000,
    );
  assert.deepEqual(await of(['<p>one</p>', '<img>', '<p>two</p>']), { ok: true, value: ['one', '', 'two'] });
  assert.deepEqual(await of(['<p>one</p>', 'x'.repeat(4 * 1024 * 1024 + 1)]), not('too-long'));
  assert.deepEqual(await of(Array.from({ length: 5 }, () => 'x'.repeat(4 * 1024 * 1024))), not('too-long'));
});

test('a limit that ends while the thread reads is no lack of a text, and nobody waits for the thread', async (t) => {
  // The thread alone takes longer to start.
  const slow = '<p>x</p>'.repeat(500_000);
  let beats = 0;
  const beating = setInterval(() => {
    beats += 1;
  }, 5);
  t.after(() => clearInterval(beating));
  assert.deepEqual(await of(slow, 30.7), not('too-late'));
  assert.ok(beats > 0);
});
