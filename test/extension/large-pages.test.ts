/** Reading takes as long as a page is large, and no longer: the page's tab stands still meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageLimits } from '../../extension/page/tasks.ts';
import { noBrowser } from '../page/page-browser.ts';
import { usePageReader } from './page-reader.ts';

const skip = noBrowser;
const reader = usePageReader();

const words = 'Words that are here to be read, in a sentence or two, and commas. ';
const shapes: Readonly<Record<string, (count: number) => string>> = {
  'items of a list': (count) => `<ol>${'<li>item with a few words</li>'.repeat(count)}</ol>`,
  'rows of code': (count) => `<table>${'<tr><td class="blob-num">1</td><td class="blob-code">let a = 1;</td></tr>'.repeat(count)}</table>`,
  'blocks of code in a table': (count) => `<table>${'<tr><td><pre>x = 1</pre></td></tr>'.repeat(count)}</table>`,
  'cells of a row': (count) => `<table><tr>${'<td>a</td>'.repeat(count)}</tr><tr>${'<td>b</td>'.repeat(count)}</tr></table>`,
  'rows with spans': (count) =>
    `<table>${'<tr><td rowspan="2">a</td><td colspan="2">b</td></tr><tr><td>c</td><td>d</td></tr>'.repeat(count)}</table>`,
  footnotes: (count) =>
    `<p>${Array.from({ length: count }, (_, at) => `w<sup><a href="#n${at}">${at}</a></sup>`).join(' ')}</p><ol>${Array.from({ length: count }, (_, at) => `<li id="n${at}">note</li>`).join('')}</ol>`,
  'blanks beside a picture in a block of code': (count) => `<pre><img src="/dot.png"><span>a${' '.repeat(20 * count)}&nbsp;</span></pre>`,
  'quotations in each other': (count) => `${'<blockquote>'.repeat(20)}${'<p>quoted</p>'.repeat(count / 2)}${'</blockquote>'.repeat(20)}`,
};
const small = 1_500;
const times = 4;
/** Linear: 4; quadratic: 16. */
const mostRatio = 8;
const least = 40;
/** A busy machine stretches one measurement; what is quadratic is so each time. */
const mostRounds = 3;

for (const [what, shape] of Object.entries(shapes)) {
  for (const task of ['article', 'selection', 'page'] as const) {
    test(`reading takes in proportion to the size of a page: ${what}, ${task}`, { skip }, async () => {
      const took = async (count: number): Promise<number> => {
        const page = await reader().visit({
          html: `<!doctype html><title>T</title><article><h1>T</h1><p>${words.repeat(20)}</p>${shape(count)}</article>`,
        });
        await page.evaluate('getSelection().selectAllChildren(document.body)');
        const measured: number[] = [];
        for (let time = 0; time < 3; time += 1) {
          const startedAt = performance.now();
          const result = await reader().carryOut(page, { do: task });
          measured.push(performance.now() - startedAt);
          assert.ok(result.ok, JSON.stringify(result));
        }
        await page.close();
        return Math.min(...measured);
      };
      const seen: string[] = [];
      for (let round = 0; round < mostRounds; round += 1) {
        const [one, other] = [await took(small), await took(times * small)];
        if (other / Math.max(one, least) < mostRatio) return;
        seen.push(`${one.toFixed(0)} ms, then ${other.toFixed(0)} ms`);
      }
      assert.fail(seen.join('; '));
    });
  }
}

test('what is larger or deeper than it may be is refused', { skip }, async () => {
  const many = `<p>${words}</p>${'<i>a</i>'.repeat(pageLimits.elements)}`;
  const deep = `let at = document.body; for (let count = 0; count < 2_000; count += 1) at = at.appendChild(document.createElement('div')); at.append('deep');`;
  for (const page of [{ html: many }, { html: words, script: deep }]) {
    const visited = await reader().visit(page);
    await visited.evaluate('getSelection().selectAllChildren(document.body)');
    for (const task of ['article', 'selection'] as const)
      assert.deepEqual(await reader().carryOut(visited, { do: task }), { ok: false, reason: 'too-large' });
    assert.ok((await reader().carryOut(visited, { do: 'page' })).ok);
    await visited.close();
  }
});

test('text that would be written too often, for what is around it, is refused', { skip }, async () => {
  const quoted = `${'<blockquote>'.repeat(500)}${'<p>x</p>'.repeat(50_000)}`;
  const lines = `${'<blockquote>'.repeat(100)}<pre>${'x\n'.repeat(100_000)}</pre>`;
  const deep = `${'<div>'.repeat(550)}${`<p>${words.repeat(100)}</p>`.repeat(470)}`;
  for (const html of [quoted, lines, deep]) {
    const page = await reader().visit({ html });
    await page.evaluate('getSelection().selectAllChildren(document.body)');
    for (const task of ['article', 'selection'] as const)
      assert.deepEqual(await reader().carryOut(page, { do: task }), { ok: false, reason: 'too-large' });
    await page.close();
  }
});

test('a sheet that many shadow roots share is written as often as there is room for it, and read once', { skip }, async () => {
  const page = await reader().visit({
    html: '<!doctype html><p>Words</p>',
    script: `const sheet = new CSSStyleSheet();
      sheet.replaceSync(Array.from({ length: 1_000 }, (_, at) => 'b { --a' + at + ': "' + 'x'.repeat(1_000) + '" }').join(''));
      for (let count = 0; count < 2_000; count += 1) {
        const host = document.body.appendChild(document.createElement('div'));
        const shadow = host.attachShadow({ mode: 'open' });
        shadow.innerHTML = '<b>x</b>';
        shadow.adoptedStyleSheets = [sheet];
      }`,
  });
  await page.evaluate(`globalThis.reads = 0; const { get } = Object.getOwnPropertyDescriptor(CSSRule.prototype, 'cssText');
    Object.defineProperty(CSSRule.prototype, 'cssText', { get() { globalThis.reads += 1; return get.call(this); } })`);
  const result = await reader().carryOut(page, { do: 'page' });
  assert.ok(result.ok && result.value.kind === 'file', JSON.stringify(result).slice(0, 200));
  assert.equal(result.value.missing?.styles, 1);
  assert.ok((await page.evaluate<number>('globalThis.reads')) < 2_000);
  await page.close();
});

test('a task ends by itself when its time is over', { skip }, async () => {
  for (const task of ['article', 'selection', 'page'] as const) {
    const page = await reader().visit({
      html: `<!doctype html><article><h1>T</h1>${`<p>${words.repeat(20)}</p>`.repeat(40)}</article>`,
      script: 'let seconds = 0; performance.now = () => (seconds += 1) * 1_000;',
    });
    await page.evaluate('getSelection().selectAllChildren(document.body)');
    assert.deepEqual(await reader().carryOut(page, { do: task }), { ok: false, reason: 'too-slow' });
    await page.close();
  }
});

test('no block of code is more than there is room for', { skip }, async () => {
  assert.match(await reader().markdown(`<pre>${'``` '.repeat(200_000)}</pre>`), /^````\n(?:``` ?)+\n````$/);
});
