import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leastCpuMs } from '../../../../test/harness/effort.ts';
import { codeBlocks } from '../../../domain/structure/code-blocks.ts';
import { nothingGiven } from '../../../domain/structure/structure-of-text.ts';
import { addMarkupBlocks } from './markup-blocks.ts';

function codeIn(markup: string) {
  const given = nothingGiven();
  addMarkupBlocks(markup, given);
  return given.code.map(({ language, name, code }) => ({ language, name, code }));
}

const code = 'export const tide = 4;';
const fenced = (info: string, above = '', inside = code): string => `${above}\n\n\`\`\`${info}\n${inside}\n\`\`\`\n`;

test('a block of code has the same name and language in HTML as in Markdown', () => {
  const pairs: readonly (readonly [markdown: string, html: string, name: string | null])[] = [
    [fenced('ts'), `<pre><code class="language-ts">${code}</code></pre>`, null],
    [fenced('ts', '`src/app.ts`:'), `<p><code>src/app.ts</code>:</p><pre><code class="language-ts">${code}\n</code></pre>`, 'app.ts'],
    [
      fenced('ts', 'Change this in `src/app.ts`:'),
      `<p>Change this in <code>src/app.ts</code>:</p><pre class="lang-ts">${code}</pre>`,
      'app.ts',
    ],
    [
      fenced('ts', '### src/app.ts'),
      `<h3>src/app.ts</h3>\n<div class="box"><pre><code class="language-ts">${code}</code></pre></div>`,
      'app.ts',
    ],
    [
      fenced('ts', '**File: tide app.ts**'),
      `<p><b>File: tide app.ts</b><pre><code class="language-ts">${code}</code></pre>`,
      'tide app.ts',
    ],
    [fenced('ts title="src/app.ts"'), `<pre data-filename="src/app.ts"><code class="language-ts">${code}</code></pre>`, 'app.ts'],
    [fenced('ts:src/app.ts'), `<pre><code class="language-ts:src/app.ts">${code}</code></pre>`, 'app.ts'],
    [fenced('ts', '', `// src/app.ts\n${code}`), `<pre><code class="language-ts">// src/app.ts\n${code}</code></pre>`, 'app.ts'],
    [fenced('ts', 'It begins as usual.'), `<p>It begins as usual.</p><pre><code class="language-ts">${code}</code></pre>`, null],
  ];
  for (const [markdown, html, name] of pairs) {
    const blocks = codeBlocks(markdown).blocks.map(({ language, name: named, code: text }) => ({ language, name: named, code: text }));
    assert.deepEqual(codeIn(html), blocks, html);
    assert.equal(blocks[0]?.name, name, markdown);
  }
});

test('a name belongs to the block below it alone, and one that is hidden to none', () => {
  const block = `<pre>${code}</pre>`;
  assert.deepEqual(
    codeIn(`<figure><figcaption>app.ts</figcaption>${block}</figure>${block}<p hidden>app.ts</p>${block}`).map(({ name }) => name),
    ['app.ts', null, null],
  );
});

test('lines without an end, and lines before blocks, take time by their length', () => {
  const costOf = (times: number): number => leastCpuMs(() => codeIn(`<p>${'<code>a</code> b '.repeat(times)}<pre>${code}</pre>`.repeat(4)));
  const [once, twice] = [costOf(10_000), costOf(20_000)];
  assert.ok(twice < Math.max(250, 3 * once), `${once} ms, then ${twice} ms`);
});
