import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingGiven } from '../../domain/structure/structure-of-text.ts';
import { addMarkupText } from './markup-text.ts';
import { articleElement } from './markup-visibility.ts';
import { addMarkupBlocks } from './structure/markup-blocks.ts';
import { TextParts } from './text-parts.ts';

function textOf(markup: string): string {
  const text = new TextParts();
  addMarkupText(markup, text, articleElement([markup]));
  return text.toString();
}

test('what a page hides is no text of it, and what comes after it is', () => {
  for (const hidden of [
    '<p hidden>no</p>',
    '<p style="color: red; DISPLAY : none !important">no<b>no</b></p>',
    '<p style="visibility:hidden">no</p>',
    '<span aria-hidden="true">no</span>',
    '<template><p>no</p></template>',
    '<div hidden><p>no</div>',
    '<ul hidden><li>no</ul>',
  ])
    assert.equal(textOf(`<p>high</p>${hidden}<p>water</p>`), 'high\n\nwater\n', hidden);
});

test('a page that hides itself as a whole, a formula, and what only looks like hidden is shown', () => {
  for (const shown of [
    '<body style="visibility:hidden"><p>high</p></body>',
    '<p style="display:none-such; --x: display:none">high</p>',
    '<p aria-hidden="false">high</p>',
    '<p><span class="base katex-html" aria-hidden="true">high</span></p>',
  ])
    assert.equal(textOf(shown), 'high\n', shown);
});

test('a picture is what it stands for, in a text, a link and a cell', () => {
  assert.equal(textOf('<p>The<img src="a.png" alt="harbour">at night<img alt=" "><img></p>'), 'The harbour at night\n');
  assert.equal(textOf('<ul><li><img alt="Tides"></ul>'), '• Tides\n');
  const given = nothingGiven();
  addMarkupBlocks(
    '<a href="https://harbour.example/"><img alt="Harbour"></a><table><tr><th>a<th>b<tr><td>1<td><img alt="yes"></table><p hidden><a href="https://no.example/">no</a></p>',
    given,
  );
  assert.deepEqual(
    given.links.map(({ label, value }) => [label, value]),
    [['Harbour', 'https://harbour.example/']],
  );
  assert.equal(JSON.stringify(given.tables).includes('"yes"'), true);
});

const menus = '<header><nav><a href="/">Home</a></nav></header>';
const end = '<aside>Related</aside><div role="contentinfo">Imprint</div>';
const news = '<h1>High water</h1><p>The water rose by four metres, and nobody was hurt.</p>';

test('the menus around an article are left out where the page says what the article is', () => {
  const text = 'High water\n\nThe water rose by four metres, and nobody was hurt.\n';
  for (const article of [`<main>${news}</main>`, `<article>${news}</article>`, `<div role="main"><article>${news}</article></div>`])
    assert.equal(textOf(`<body>${menus}${article}${end}</body>`), text, article);
  const own = `<main><header>Thursday</header><nav>Contents</nav>${news}<aside>A note</aside></main>`;
  assert.equal(textOf(`${menus}${own}<p>And more</p>${end}`), `Thursday\n\n${text}\nA note\n\nAnd more\n`);
});

test('nothing is left out of a page with several articles, with none, or with an empty one', () => {
  for (const page of [`<article>${news}</article><article>${news}</article>`, news, '<main></main>', `<main></main><main>${news}</main>`])
    assert.match(textOf(`<body>${menus}${page}${end}</body>`), /^Home\n[\s\S]*Related\nImprint\n$/, page);
});
