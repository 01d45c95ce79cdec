/** What is in the file of a whole page, and what is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../page/page-browser.ts';
import { usePageReader } from './page-reader.ts';
import { dotPng } from './site.ts';

const skip = noBrowser;
const reader = usePageReader(({ files }) => files.set('/dot.png', { type: 'image/png', body: dotPng }));

const count = (text: string, part: string): number => text.split(part).length - 1;

test('open shadow roots are in it, however deep, with their styles', { skip }, async () => {
  const file = await reader().wholePage({
    html: '<!doctype html><p>Words</p><div id="host"></div>',
    script: `let at = document.getElementById('host');
      for (const name of ['first', 'second', 'third']) {
        const shadow = at.attachShadow({ mode: 'open' });
        shadow.innerHTML = '<style>b { color: rgb(1, 2, 3) }</style><b>' + name + '</b><div></div><slot></slot>';
        shadow.querySelector('style').sheet.insertRule('b { width: 3px }');
        at = shadow.querySelector('div');
      }`,
  });
  const { page } = await reader().open(file);
  for (const name of ['first', 'second', 'third']) {
    const bold = page.locator('b', { hasText: name });
    assert.deepEqual(await bold.evaluate((element) => [getComputedStyle(element as never).color, element.textContent]), [
      'rgb(1, 2, 3)',
      name,
    ]);
  }
  await page.close();
});

test('no secret of a field is in it, and what else stands in a field is', { skip }, async () => {
  const fields =
    '<input type="hidden" value="SECRET-1"><input type="password" value="SECRET-2"><input class="typed" type="password"><input autocomplete="section-a one-time-code" value="SECRET-3"><input class="words"><input type="checkbox" class="box"><textarea></textarea><select><option>One<option>Two</select><input autocomplete="new-password" value="SECRET-6"><textarea class="secret" autocomplete="one-time-code">SECRET-7</textarea><textarea autocomplete="cc-number wrong">SECRET-8</textarea><select class="month" autocomplete="shipping cc-exp-month"><option>01<option selected>02<option>03</select>';
  const file = await reader().wholePage({
    html: `<!doctype html><meta name="csrf-token" content="SECRET-4"><div>${fields}</div><section></section>`,
    script: `const shadow = document.querySelector('section').attachShadow({ mode: 'open' }); shadow.innerHTML = ${JSON.stringify(fields)};
      for (const root of [document, shadow]) {
        root.querySelector('.typed').value = 'SECRET-5'; root.querySelector('.words').value = 'typed words'; root.querySelector('.box').checked = true;
        root.querySelector('textarea').value = 'more </textarea> words'; root.querySelector('select').value = 'Two'; root.querySelector('.secret').value = 'SECRET-9'; root.querySelector('.month').value = '03'; }`,
  });
  assert.doesNotMatch(file, /SECRET/);
  const { page } = await reader().open(file);
  const seen = `(root) => [root.querySelector('.words').value, root.querySelector('.box').checked, root.querySelector('textarea').value, root.querySelector('select').value, root.querySelector('.month').value]`;
  const expected = ['typed words', true, 'more </textarea> words', 'Two', '01'];
  assert.deepEqual(await page.evaluate(`(${seen})(document)`), expected);
  assert.deepEqual(await page.evaluate(`(${seen})(document.querySelector('section').shadowRoot)`), expected);
  await page.close();
});

test('user and password of an address are in nothing that is saved', { skip }, async () => {
  const page = await reader().visit(
    {
      html: `<!doctype html><title>T</title><article><h1>Title</h1>${'<p>Words that are here to be read, in a sentence, and commas.</p>'.repeat(20)}<p><a href="rel">a link</a> <a href="https://ann:hunter2@a.example/">another</a></p><img src="dot.png" alt="dot"></article>`,
    },
    `${reader().address.replace('//', '//ann:hunter2@')}/page`,
  );
  assert.match(await page.evaluate('document.baseURI'), /hunter2/);
  await page.evaluate('getSelection().selectAllChildren(document.body)');
  for (const task of ['article', 'selection', 'page'] as const) {
    const result = await reader().carryOut(page, { do: task });
    assert.ok(result.ok);
    const text = result.value.kind === 'file' ? Buffer.from(result.value.content, 'base64').toString() : result.value.text;
    assert.doesNotMatch(text, /hunter2|ann:/, task);
    assert.ok(text.includes(`${reader().address}/rel`) && text.includes('https://a.example/'), task);
  }
  await page.close();
});

test('a file that many rules name is written once, and shown by each of them', { skip }, async () => {
  const picture = Buffer.concat([dotPng, Buffer.alloc(200_000)]);
  reader().files.set('/sprite.png', { type: 'image/png', body: picture });
  const rules = Array.from(
    { length: 400 },
    (_, index) => `.a${index}::before { content: ""; background: rgb(1, 2, 3) url(sprite.png) }`,
  ).join('\n');
  const before = count(reader().asked.join(' '), '/sprite.png');
  const file = await reader().wholePage({
    html: `<!doctype html><style>${rules} p::after { content: "see url(sprite.png)" }</style><p class="a399" style="background: url('sprite.png')">Words</p><div></div>`,
    script: `document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '<style>i { background: url(sprite.png) }</style><i>In the shadow</i>';`,
  });
  const data = picture.toString('base64');
  assert.equal(count(file, data), 1);
  assert.ok(count(reader().asked.join(' '), '/sprite.png') - before <= 2);
  const { page } = await reader().open(file);
  const shown = (of: string): string => `getComputedStyle(${of}).backgroundImage.includes(${JSON.stringify(data.slice(0, 60))})`;
  assert.deepEqual(
    await page.evaluate(
      `[${shown("document.querySelector('p'), '::before'")}, ${shown("document.querySelector('p')")}, ${shown("document.querySelector('div').shadowRoot.querySelector('i')")}, getComputedStyle(document.querySelector('p'), '::after').content]`,
    ),
    [true, true, true, '"see url(sprite.png)"'],
  );
  await page.close();
});

test('pictures that are shown late, drawings and pictures of styles are in it, and frames are links', { skip }, async () => {
  const { page } = await reader().open(
    await reader().wholePage({
      html: `<!doctype html><img id="late" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/dot.png"><img id="set" srcset="/dot.png 1x"><img id="none" src="/none.png" alt="None">
        <svg><image id="svg" href="/dot.png"/></svg><video poster="/dot.png"></video><canvas width="5" height="4"></canvas><iframe src="/frame" title="A frame"></iframe>`,
    }),
  );
  assert.deepEqual(
    await page.evaluate(
      `[document.getElementById('late').naturalWidth, document.getElementById('set').naturalWidth, document.getElementById('none').dataset.source, document.getElementById('svg').href.baseVal.slice(0, 15), document.querySelector('video').poster.slice(0, 15), document.querySelectorAll('img')[3].naturalWidth, document.querySelector('a').outerHTML]`,
    ),
    [1, 1, `${reader().address}/none.png`, 'data:image/png;', 'data:image/png;', 5, `<a href="${reader().address}/frame">A frame</a>`],
  );
  await page.close();
});

test('a page of the older rules of layout keeps them', { skip }, async () => {
  for (const [html, mode] of [
    ['<p>Old</p>', 'BackCompat'],
    ['<!doctype html><p>New</p>', 'CSS1Compat'],
  ] as const) {
    const { page } = await reader().open(await reader().wholePage({ html }));
    assert.equal(await page.evaluate('document.compatMode'), mode);
    await page.close();
  }
});

test('what a page has too many of is left out, and the rest is saved', { skip }, async () => {
  const picture = Buffer.concat([dotPng, Buffer.alloc(3 * 1024 * 1024)]);
  reader().files.set('/large.png', { type: 'image/png', body: picture });
  const file = await reader().wholePage({ html: `<!doctype html><p>Words</p>${'<img src="/large.png">'.repeat(50)}` });
  assert.ok(file.length < 32 * 1024 * 1024 && file.includes('Words') && count(file, 'data-source') > 0);
});

test('what there is no room for, or what may not be read, is counted; what is not there is not', { skip }, async () => {
  reader().files.set('/huge.png', { type: 'image/png', body: Buffer.concat([dotPng, Buffer.alloc(6 * 1024 * 1024)]) });
  const elsewhere = reader().address.replace('127.0.0.1', 'localhost');
  const page = await reader().visit({
    html: `<!doctype html><link rel="stylesheet" href="${elsewhere}/a.css"><style>@font-face { font-family: f; src: url(${elsewhere}/f.woff2) }</style>
      <p style="background-image:url(${elsewhere}/dot.png)">Words</p><img src="/huge.png"><img src="/huge.png"><img src="/none.png">`,
  });
  const result = await reader().carryOut(page, { do: 'page' });
  assert.ok(result.ok && result.value.kind === 'file');
  assert.deepEqual(result.value.missing, { pictures: 2, styles: 1, others: 1, origins: [] });
  assert.ok(!Buffer.from(result.value.content, 'base64').toString().includes('url(&quot;http'));
  await page.close();
});

test('a drawing and styles that there is no room for are counted', { skip }, async () => {
  const rule = `p { --a: "${'x'.repeat(1024 * 1024)}" }`;
  const page = await reader().visit({
    html: `<!doctype html><style>b { color: rgb(7, 8, 9) } ${rule.repeat(29)}</style><b>Words</b><canvas width="6000" height="6000"></canvas><canvas width="0" height="0"></canvas>`,
  });
  const result = await reader().carryOut(page, { do: 'page' });
  assert.ok(result.ok && result.value.kind === 'file');
  assert.deepEqual(result.value.missing, { pictures: 1, styles: 1, others: 0, origins: [] });
  assert.ok(Buffer.from(result.value.content, 'base64').toString().includes('rgb(7, 8, 9)'), 'the rules before are there');
  await page.close();
});

test('a style sheet of the printed page stays one, and one that is switched off is not in it', { skip }, async () => {
  const { page } = await reader().open(
    await reader().wholePage({
      html: '<!doctype html><style>b { color: rgb(1, 1, 1) }</style><style media="print">b { color: rgb(2, 2, 2) }</style><style id="off">b { color: rgb(3, 3, 3) !important }</style><b>Words</b>',
      script: `document.getElementById('off').sheet.disabled = true;`,
    }),
  );
  const colour = (): Promise<unknown> => page.locator('b').evaluate((element) => getComputedStyle(element as never).color);
  assert.equal(await colour(), 'rgb(1, 1, 1)');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await colour(), 'rgb(2, 2, 2)');
  await page.close();
});

test('a drawing shows a part of its own page, and nothing of another file', { skip }, async () => {
  reader().files.set('/parts.svg', {
    type: 'image/svg+xml',
    body: '<svg xmlns="http://www.w3.org/2000/svg"><rect id="other" width="7" height="7"/></svg>',
  });
  const { page, asked } = await reader().open(
    await reader().wholePage({
      html: '<!doctype html><svg><defs><rect id="own" width="9" height="9"/></defs><use id="shown" href="#own"/><use id="elsewhere" href="/parts.svg#other"/></svg>',
    }),
  );
  const width = (id: string): Promise<unknown> =>
    page.locator(`#${id}`).evaluate((element) => (element as never as SVGUseElement).getBBox().width);
  assert.deepEqual([await width('shown'), await width('elsewhere')], [9, 0]);
  assert.equal(await page.locator('#elsewhere').getAttribute('href'), null);
  assert.deepEqual(asked, []);
  await page.close();
});

test('a font whose rule has a comment before it is shown', { skip }, async () => {
  reader().files.set('/f.css', { type: 'text/css', body: '/* latin */ @font-face { font-family: f; src: url(/f.woff2) }' });
  reader().files.set('/f.woff2', { type: 'font/woff2', body: 'font' });
  const elsewhere = reader().address.replace('127.0.0.1', 'localhost');
  const page = await reader().visit({
    html: `<!doctype html><link rel="stylesheet" href="${elsewhere}/f.css"><p>Words</p>`,
    script: `const usual = fetch; globalThis.fetch = async (address, ...rest) => await usual(String(address).replace('localhost', '127.0.0.1'), ...rest);`,
  });
  const result = await reader().carryOut(page, { do: 'page' });
  assert.ok(result.ok && result.value.kind === 'file');
  assert.match(Buffer.from(result.value.content, 'base64').toString(), /src: url\("data:font\/woff2;base64,/);
  await page.close();
});

test('a picture that the page shows, and its site does not give again, is counted', { skip }, async () => {
  for (const name of ['/once.png', '/then-words.png']) reader().files.set(name, { type: 'image/png', body: dotPng });
  const page = await reader().visit({
    html: '<!doctype html><p>Words</p><img src="/once.png"><img src="/then-words.png"><img src="/none.png">',
  });
  reader().files.delete('/once.png');
  reader().files.set('/then-words.png', { type: 'text/html', body: 'Please log in' });
  const result = await reader().carryOut(page, { do: 'page' });
  assert.ok(result.ok && result.value.kind === 'file');
  assert.deepEqual(result.value.missing, { pictures: 2, styles: 0, others: 0, origins: [] });
  await page.close();
});

test('what failed is told', { skip }, async () => {
  const page = await reader().visit({
    html: '<p>Words</p>',
    script: 'document.implementation.createHTMLDocument = () => { throw new TypeError("no document"); };',
  });
  assert.deepEqual(await reader().carryOut(page, { do: 'page' }), { ok: false, reason: 'failed', detail: 'TypeError: no document' });
  await page.close();
});
