/** What a page's HTML becomes in Markdown. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../page/page-browser.ts';
import { usePageReader } from './page-reader.ts';

const skip = noBrowser;
const reader = usePageReader();

interface Case {
  readonly html: string;
  readonly markdown: readonly string[];
}

/** `SITE` stands for the address of the site. */
const cases: Readonly<Record<string, Case>> = {
  'lists in lists, with code and numbers of their own': {
    html: '<ol start="9"><li>One<ul><li>Two<pre><code class="language-js">a\n\n\nb</code></pre>after</li></ul></li><li value="20">Three</li><ol><li>stray</li></ol></ol>',
    markdown: [
      '9. One',
      '   - Two',
      '',
      '     ```javascript',
      '     a',
      '',
      '',
      '     b',
      '     ```',
      '',
      '     after',
      '20. Three',
      '    1. stray',
    ],
  },
  'a list that counts down': {
    html: '<ol reversed><li>Four</li><li>Three</li><li value="9">Nine</li><li>Eight</li></ol><ol reversed start="5"><li>Five</li><li>Four</li></ol>',
    markdown: ['4. Four', '3. Three', '9. Nine', '8. Eight', '', '5. Five', '4. Four'],
  },
  'items of several paragraphs': {
    html: '<ul><li><p>One</p><p>Two</p></li><li><p>Three</p></li></ul>',
    markdown: ['- One', '', '  Two', '- Three'],
  },
  tasks: {
    html: '<ul><li><input type="checkbox" checked> Done</li><li><label><input type="checkbox">Open</label></li></ul>',
    markdown: ['- [x] Done', '- [ ] Open'],
  },
  'code with empty lines': {
    html: '<pre><code>def a():\n    pass\n\n\ndef b():\n    pass</code></pre>',
    markdown: ['```', 'def a():', '    pass', '', '', 'def b():', '    pass', '```'],
  },
  'a table with lines, lists and code in its cells': {
    html: '<table><tr><th align="right">A<th>B | C<th>D<tr><td>1<br>2<td><ul><li>x<li>y</ul><td><pre>a | b\n  c</pre><tr><td>only</table>',
    markdown: ['| A | B \\| C | D |', '| ---: | --- | --- |', '| 1<br>2 | - x<br>- y | `a \\| b`<br>`c` |', '| only |  |  |'],
  },
  'a table with cells over several rows and columns': {
    html: '<table><tr><th>A<th>B<th>C<tr><td rowspan="2">1<td colspan="2">2<tr><td>3<td>4</table>',
    markdown: ['| A | B | C |', '| --- | --- | --- |', '| 1 | 2 |  |', '|  | 3 | 4 |'],
  },
  'a table without a head, in one that is for the layout': {
    html: '<table><tr><td><h2>Head</h2><p>Words</p><td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>',
    markdown: ['## Head', '', 'Words', '', '|  |  |', '| --- | --- |', '| a | b |', '| c | d |'],
  },
  'footnotes whose notes are there': {
    html: '<p>A claim<sup id="r1"><a href="#fn1">[1]</a></sup> and<sup><a href="#fn2">2</a></sup>, again<sup><a href="#fn1">1</a></sup>; none<sup><a href="#fn3">3</a></sup>.</p><section class="footnotes"><ol><li id="fn1"><p>The first. <a href="#r1">↩︎</a></p><pre>code</pre></li><li id="fn2">Second <a href="#r2" class="footnote-backref">x</a></li></ol></section>',
    markdown: [
      'A claim[^1] and[^2], again[^1]; none[3](SITE/page#fn3).',
      '',
      '[^1]: The first.',
      '',
      '    ```',
      '    code',
      '    ```',
      '',
      '[^2]: Second',
    ],
  },
  'the notes of an encyclopedia': {
    html: '<p>Text<sup class="reference"><a href="#cite_note-1"><span>[</span>1<span>]</span></a></sup></p><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1">^</a></b></span> <span class="reference-text">A book.</span></li></ol>',
    markdown: ['Text[^1]', '', '[^1]: A book.'],
  },
  'pictures that load late or in several sizes': {
    html: '<p><img srcset="/s.png 1x, /l.png 2x" alt="set"></p><p><img data-src="/lazy.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="late"></p><picture><source srcset="/p.avif 1x"><img alt="p"></picture>',
    markdown: ['![set](SITE/l.png)', '', '![late](SITE/lazy.png)', '', '![p](SITE/p.avif)'],
  },
  'words of pictures and films that look like markup': {
    html: '<p><img src="/a.png" alt="&lt;script&gt; and [b] __c__ &amp;amp;"></p><iframe src="https://video.example/1" title="&lt;b&gt;"></iframe>',
    markdown: ['![\\<script> and \\[b\\] \\_\\_c\\_\\_ \\&amp;](SITE/a.png)', '', '[\\<b>](https://video.example/1)'],
  },
  'terms and their meanings': {
    html: '<dl><dt>Term</dt><dd>Meaning</dd><dd>Other<p>more</p></dd><dt><b>Bold</b></dt><dd>x</dd></dl>',
    markdown: ['**Term**', '', '- Meaning', '- Other', '', '  more', '', '**Bold**', '', '- x'],
  },
  'details with their summary': {
    html: '<details><summary>More <b>of it</b></summary><p>Inner</p></details><p>After</p>',
    markdown: ['**More of it**', '', 'Inner', '', 'After'],
  },
  'raised and lowered signs, and formulas': {
    html: '<p>E = mc<sup>2</sup>, H<sub>2</sub>O, 1<sup>st</sup>, x<sub>i</sub></p><p><span class="katex"><math><annotation encoding="application/x-tex">a^2</annotation></math></span></p>',
    markdown: ['E = mc², H₂O, 1st, x<sub>i</sub>', '', '$a^2$'],
  },
  'code, keys and what only looks like HTML': {
    html: '<p><kbd>Ctrl</kbd>+<kbd>C</kbd>, <code><a href="/doc">push()</a></code>, <code>a <em>b</em> <a href="/c">c</a></code>, &lt;br&gt;, a &lt; b, &amp;copy; and <q>so</q></p>',
    markdown: ['`Ctrl`+`C`, [`push()`](SITE/doc), `a b c`, \\<br>, a < b, \\&copy; and “so”'],
  },
  'signs of emphasis around words alone': {
    html: '<p><b>bold <strong>twice</strong></b></p><b><p>one</p><p>two</p></b>',
    markdown: ['**bold twice**', '', 'one', '', 'two'],
  },
  'headings in one line': {
    html: '<h2>A<br>B <a href="#x">#</a></h2><p>x</p>',
    markdown: ['## A B', '', 'x'],
  },
  'films and other pages as links': {
    html: '<p>See</p><iframe src="https://video.example/embed/1" title="A film"></iframe><video><source src="/v.mp4"></video>',
    markdown: ['See', '', '[A film](https://video.example/embed/1)', '', '[v.mp4](SITE/v.mp4)'],
  },
  'a quotation with code': {
    html: '<blockquote><p>One</p><pre>a\n\n\nb</pre></blockquote>',
    markdown: ['> One', '> ', '> ```', '> a', '> ', '> ', '> b', '> ```'],
  },
};

for (const [what, { html, markdown }] of Object.entries(cases)) {
  test(`Markdown has ${what}`, { skip }, async () => {
    assert.equal(await reader().markdown(html), markdown.join('\n').replaceAll('SITE', reader().address));
  });
}

test('what a page writes like our own marks is nothing', { skip }, async () => {
  assert.equal(
    await reader().markdown('<p data-hub-written="**x**" data-hub-note="1">a</p><ol><li data-hub-sign="">b</li></ol>'),
    'a\n\n1. b',
  );
});

test('the heading of an article is its title, whatever signs are in it', { skip }, async () => {
  const title = 'What <template> does, and __init__ in *Python* &amp; <script>alert(1)</script> in C';
  const written = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const page = await reader().visit({
    // The sign that turns the rest of a line around is in no title.
    html: `<!doctype html><title>\u202e${written}</title><article><h1>${written}</h1>${'<p>Words that are here to be read, in a sentence, and commas.</p>'.repeat(20)}</article>`,
  });
  const result = await reader().carryOut(page, { do: 'article' });
  await page.close();
  assert.ok(result.ok && result.value.kind === 'article');
  assert.equal(result.value.title, title);
  assert.deepEqual(result.value.text.match(/^#.*$/gm), [
    '# What \\<template> does, and \\_\\_init\\_\\_ in \\*Python\\* \\&amp; \\<script>alert(1)\\</script> in C',
  ]);
});
