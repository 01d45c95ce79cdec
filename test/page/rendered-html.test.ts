/** Copied HTML as it reads: nothing of it runs, loads, leads anywhere or looks like the page. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noBrowser, onPage, seriousFindings } from './page-browser.ts';
import type { TestView } from './views.ts';
import { fragmentRow, pageView } from './views.ts';

function viewOf(html: string): TestView {
  const row = fragmentRow({ title: 'HTML', toolTip: html, language: 'html' });
  return pageView({ section: 'history', history: { rows: [row], hasMore: false }, expanded: row });
}

const run = 'globalThis.wasRun=1';
const vectors: readonly string[] = [
  `<script>${run}</script>`,
  `<img src=x onerror="${run}">`,
  `<img src="https://elsewhere.example/a.png" srcset="https://elsewhere.example/b.png 2x" alt="seen">`,
  `<svg onload="${run}"><script>${run}</script><a href="javascript:${run}"><text>x</text></a></svg>`,
  `<svg><style><img src=x onerror=${run}></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<template><img src=x onerror=${run}></template>`,
  `<template shadowrootmode="open"><img src=x onerror=${run}></template>`,
  `<iframe srcdoc="<script>parent.wasRun=1</script>"></iframe><iframe src="javascript:${run}"></iframe>`,
  `<object data="javascript:${run}"></object><embed src="javascript:${run}">`,
  `<a href="javascript:${run}">a</a><a href="java&#10;script:${run}">b</a><a href="data:text/html,<script>${run}</script>">c</a>`,
  `<a href="https://elsewhere.example/" target=_blank ping="https://elsewhere.example/">d</a>`,
  `<base href="https://elsewhere.example/"><link rel=stylesheet href="https://elsewhere.example/a.css"><meta http-equiv=refresh content="0;url=https://elsewhere.example/">`,
  `<style>@import "https://elsewhere.example/a.css"; * { display: none !important }</style>`,
  `<div style="position:fixed;inset:0;background:url(https://elsewhere.example/a.png)" class="a" id="main">over everything</div>`,
  `<form action="https://elsewhere.example/"><input name=a autofocus onfocus="${run}"><button formaction="javascript:${run}">go</button></form>`,
  `<video src="https://elsewhere.example/v" poster="https://elsewhere.example/p" onerror="${run}" autoplay></video><audio src="https://elsewhere.example/a"></audio>`,
  `<details open ontoggle="${run}">x</details><marquee onstart="${run}">x</marquee><body onload="${run}">`,
  `<input id=main><img name=getElementById><form id=page></form>`,
  `<x-a is="b" contenteditable tabindex=1 accesskey=a onfocus="${run}">x</x-a><p __proto__=1 constructor=2>x</p><constructor>x</constructor>`,
  `<div>${'<div>'.repeat(5_000)}deep`,
  `${'<b>'.repeat(8_000)}`,
  `<table>${'<tr><td>1'.repeat(6_000)}`,
  `a&#x202e;b\u202ec`,
];

const place = `document.querySelector('section[aria-label="Formatted text"]')`;

async function formatted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show formatted' }).click();
  await page.getByRole('button', { name: 'Show as text' }).waitFor();
}

suite('copied HTML', { skip: noBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser?.close());

  test('that a text was copied with is read when it is asked for, and shown as it reads', async () => {
    const row = fragmentRow({ id: '7', title: 'A bold word', toolTip: 'A bold word', look: 'prose', hasHtml: true });
    const view = pageView({ section: 'history', history: { rows: [row], hasMore: false }, expanded: row });
    await onPage(browser, view, async ({ page, served }) => {
      served.html['7'] = '<p>A <b>bold</b> word</p>';
      await formatted(page);
      const shown = page.getByRole('region', { name: 'Formatted text' });
      await shown.getByRole('paragraph').waitFor();
      assert.equal(await shown.locator('b').innerText(), 'bold');
      served.html['7'] = '';
      await page.getByRole('button', { name: 'Show as text' }).click();
      await page.getByText('A bold word').last().waitFor();
      await page.getByRole('button', { name: 'Show formatted' }).click();
      await page.getByText('It cannot be shown formatted').waitFor();
    });
  });

  test('is its source first, and reads as a text on request', async () => {
    const html =
      '<h1>Title</h1><p>One <b>bold</b> <a href="https://user@docs.example.org/x">word</a>.</p><ul><li>a<li>b</ul><img alt="A house" src=x><table><tr><th>A<tr><td>1</table>';
    await onPage(browser, viewOf(html), async ({ page }) => {
      assert.equal(await page.evaluate(`document.querySelector('section pre').textContent`), html);
      await formatted(page);
      const text = String(await page.evaluate(`${place}.innerText`));
      assert.match(text, /Title\s+One bold word \(docs\.example\.org\)\.\s+a\s+b\s+\[A house\]\s+A\s+1/);
      assert.deepEqual(await seriousFindings(page), []);
    });
  });

  test('shows attributes and deep words as they are, and tells when something is cut off', async () => {
    const told = 'Only the beginning of the text is shown';
    const views: readonly (readonly [html: string, text: string, isWhole: boolean])[] = [
      [
        '<a href="https://style.example/x" style="color:red">A style</a> <img alt="A style guide">',
        'A style (style.example) [A style guide]',
        true,
      ],
      [`${'<div>'.repeat(60)}deep <b>words</b>${'</div>'.repeat(60)} after`, 'deep words after', true],
      [`${'<i>a</i>'.repeat(1_600)}`, 'a'.repeat(1_500), false],
      [`<p>${'a '.repeat(20_000)}</p>`, `${'a '.repeat(16_382)}a`, false],
    ];
    await onPage(browser, viewOf('<p>first</p>'), async ({ page, show }) => {
      await formatted(page);
      for (const [html, text, isWhole] of views) {
        await show(viewOf(html));
        const shown = String(await page.evaluate(`${place}.textContent`)).trim();
        assert.equal(shown, text, html.slice(0, 40));
        assert.equal(await page.getByText(told).count(), isWhole ? 0 : 1, html.slice(0, 40));
      }
    });
  });

  test('runs, loads and leads nowhere, whatever is in it', async () => {
    await onPage(browser, viewOf('<p>first</p>'), async ({ page, show }) => {
      await formatted(page);
      for (const html of vectors) {
        await show(viewOf(html));
        const attributes = `[...${place}.firstElementChild.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())`;
        assert.deepEqual(await page.evaluate(attributes), [], html.slice(0, 80));
        const tags = `[...${place}.querySelectorAll('a,img,svg,math,iframe,object,embed,form,input,button,style,script,link,meta,base,template,video,audio')].length`;
        assert.equal(await page.evaluate(tags), 0, html.slice(0, 80));
        assert.doesNotMatch(String(await page.evaluate(`${place}.textContent`)), /\u202e|@import/);
        assert.ok(Number(await page.evaluate(`${place}.querySelectorAll('*').length`)) <= 6_001);
        assert.equal(await page.evaluate('globalThis.wasRun'), undefined, html.slice(0, 80));
      }
    });
  });
});
