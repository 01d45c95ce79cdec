import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOfHtml } from './html-text.ts';

const of = (html: string, deadlineMs?: number): Promise<string> => textOfHtml(Buffer.from(html), deadlineMs);

test('HTML has the text that a reader sees, and none of what nobody sees', async () => {
  const html = '<meta charset="utf-8"><style>p{}</style><h1>Größe</h1><p>one <b>two</b>&amp;<br>three</p><script>alert(1)</script>';
  assert.equal(await of(html), 'Größe\n\none two&\nthree');
  assert.equal(await of('<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>'), 'a\tb\nc');
  assert.equal(await textOfHtml(Buffer.from('\ufeff<p>wide</p>', 'utf16le')), 'wide');
});

test('HTML without any text, and of an unusual length, has none', async () => {
  assert.equal(await of('<img src="a.png">'), '');
  assert.equal(await of('x'.repeat(4 * 1024 * 1024 + 1)), '');
});

test('HTML whose nesting takes very long is given up in time, and nobody waits for it', async () => {
  const nested = `${'<i>'.repeat(500_000)}${'</b>'.repeat(500_000)}`;
  let beats = 0;
  const beating = setInterval(() => {
    beats += 1;
  }, 10);
  assert.equal(await of(nested, 600), '');
  clearInterval(beating);
  assert.ok(beats > 5, `${beats} beats`);
});
