/** Pages that try to put something into their saved file that runs, loads or leaves. Each file is opened from the disk in Chromium. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser } from '../page/page-browser.ts';
import { type Opened, type SitePage, usePageReader } from './page-reader.ts';

const skip = noBrowser;
const reader = usePageReader();

const run = (what: string): string => `<script>globalThis.ran = ${JSON.stringify(what)}; new Image().src = "SITE/leak"</script>`;
const leave = '<meta http-equiv="refresh" content="0;url=SITE/left">';
const text = 'const at = (name) => document.body.appendChild(document.createElement(name));';
const html = '<!doctype html><title>A page</title><body><p>Words</p>';

/** Each is done by a script of the page, so that no parser has a say in it. */
const hostile: Readonly<Record<string, string>> = {
  'raw text before the head': `const raw = document.createElement('xmp'); raw.textContent = '</xmp>' + RUN; document.documentElement.prepend(raw);`,
  'any element before the head': `document.documentElement.prepend(document.createElement('div')); at('p').innerHTML = LOAD; at('style').textContent = '</STYLE>' + RUN;`,
  'the end of a style in capitals': `at('style').textContent = 'p::before { content: "</STYLE>' + LEAVE.replaceAll('"', '') + '" }'; document.head.append(document.body.lastChild);`,
  'the end of a style in a shadow root': `const shadow = at('div').attachShadow({ mode: 'open' }); const sheet = new CSSStyleSheet();
    sheet.replaceSync('p::before { content: "</style></template>' + LEAVE.replaceAll('"', '') + '" }'); shadow.adoptedStyleSheets = [sheet]; shadow.innerHTML = '<p>In the shadow</p>';`,
  'raw text in a shadow root': `const shadow = at('div').attachShadow({ mode: 'open' });
    for (const name of ['style', 'xmp', 'noembed', 'noframes', 'iframe', 'noscript', 'plaintext', 'script']) {
      const raw = document.createElement(name); raw.type = 'none'; raw.textContent = '</' + name + '></template>' + RUN; shadow.append(raw); }`,
  'raw text of every kind': `for (const name of ['xmp', 'noembed', 'noframes', 'iframe', 'noscript', 'listing', 'plaintext']) at(name).textContent = '</' + name + '>' + RUN;`,
  'raw text in SVG': `const svg = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
    for (const name of ['style', 'xmp', 'title', 'iframe', 'noembed']) svg.appendChild(document.createElementNS(svg.namespaceURI, name)).textContent = '</' + name + '></svg>' + RUN;`,
  'the end of a comment': `document.body.append(document.createComment('--><img src=x onerror="ran = 1">' + RUN)); document.documentElement.prepend(document.createComment('>' + RUN));`,
  'markup that becomes another one': `const math = at('div'); math.innerHTML = '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;/mglyph&gt;&lt;img src=1 onerror=ran=1&gt;">';
    const svg = document.body.appendChild(document.createElementNS('http://www.w3.org/2000/svg', 'svg')); const title = svg.appendChild(document.createElementNS(svg.namespaceURI, 'title'));
    const b = title.appendChild(document.createElement('b')); b.title = '</title>' + RUN; svg.before(title);`,
  'a form in a form': `const form = at('form'); form.innerHTML = '<math><mtext></mtext></math>'; const inner = form.querySelector('mtext').appendChild(document.createElement('form'));
    inner.innerHTML = '<mglyph><style></math><img src onerror="ran = 1"></style></mglyph>';`,
  'a template that would become a shadow root': `const template = at('div').appendChild(document.createElement('template')); template.setAttribute('shadowrootmode', 'open'); template.innerHTML = RUN + LEAVE;`,
  'attributes that run': `at('div').innerHTML = '<img src=x onerror="ran=1"><svg onload="ran=2"><a xlink:href="javascript:ran=3"><text>x</text></a><set attributeName="href" to="javascript:ran=4"/></svg><details open ontoggle="ran=5"></details><input autofocus onfocus="ran=6">'; document.body.setAttribute('onload', 'ran=7'); document.documentElement.setAttribute('onpageshow', 'ran=8');`,
  'a page that leaves': `const later = LEAVE.replace('0;', '1;'); at('div').innerHTML = later; document.head.innerHTML += later; at('div').attachShadow({ mode: 'open' }).innerHTML = LEAVE;`,
  'everything that loads': `at('div').innerHTML = LOAD; document.body.setAttribute('background', '/leak'); const shadow = at('div').attachShadow({ mode: 'open' }); shadow.innerHTML = LOAD;`,
  'another base': `document.head.innerHTML += '<base href="SITE/leak/">'; at('div').innerHTML = '<img src="x">';`,
};
const load = [
  ...['src', 'poster', 'data', 'srcset', 'background'].map(
    (name) =>
      `<video ${name}="SITE/leak"></video><img ${name}="SITE/leak"><table ${name}="SITE/leak"></table><embed ${name}="SITE/leak"><input type=image ${name}="SITE/leak">`,
  ),
  ...['stylesheet', 'prefetch', 'preload', 'icon', 'modulepreload', 'manifest'].map(
    (name) => `<link rel="${name}" href="SITE/leak" as="image">`,
  ),
  '<iframe src="SITE/leak"></iframe><object data="SITE/leak"></object><audio autoplay><source src="SITE/leak"></audio>',
  '<svg><image href="SITE/leak"/><use href="SITE/leak#a"/><image xlink:href="SITE/leak"/></svg>',
  '<p style="background: image-set(\'SITE/leak\' 1x); list-style: url(SITE/leak); --x: url(SITE/leak)">x</p>',
  '<style>@import "SITE/leak"; @font-face { font-family: f; src: url(SITE/leak) } p { font-family: f; background: URL(SITE/leak) }</style>',
].join('');

function pageOf(what: string): SitePage {
  const values = Object.entries({ RUN: run(what), LEAVE: leave, LOAD: load }).map(
    ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
  );
  return { html, script: `${values.join('\n')}\n${text}\n${hostile[what]}`.replaceAll('SITE', reader().address) };
}

for (const what of Object.keys(hostile)) {
  test(`the file of a page runs nothing, asks for nothing and stays: ${what}`, { skip }, async () => {
    const page = await reader().visit(pageOf(what));
    const result = await reader().carryOut(page, { do: 'page' });
    await page.close();
    assert.ok(result.ok && result.value.kind === 'file', JSON.stringify(result));
    const file = Buffer.from(result.value.content, 'base64').toString();
    assert.match(
      file,
      /^<!doctype html>\n<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
    );
    assert.deepEqual(await became(file, what), { address: 'the file', ran: undefined, asked: [] }, file);
    // Neither does it without the policy, except for what styles name, which nothing but the policy stops.
    const bare = await became(file.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''), what);
    const asked = hostile[what]?.includes('LOAD') === true ? [] : bare.asked;
    assert.deepEqual({ ...bare, asked }, { address: 'the file', ran: undefined, asked: [] }, file);
  });
}

/** What the file asks for gets another address, because a request of the page itself may arrive late. */
async function became(file: string, what: string): Promise<Omit<Opened, 'page'>> {
  const own = file.replaceAll(`${reader().address}/`, `${reader().address}/of-the-file/`);
  const { page, asked, ...rest } = await reader().open(own, what === 'a page that leaves' ? 1_500 : undefined);
  await page.close();
  return { ...rest, asked: asked.filter((path) => path.startsWith('/of-the-file/')) };
}

test('such a file is noticed if it runs, asks or leaves', { skip }, async () => {
  const filled = (markup: string): string => markup.replaceAll('SITE', reader().address);
  const ran = await reader().open(filled(`<p>Words</p>${run('it ran')}`));
  assert.deepEqual([ran.ran, ran.asked], ['it ran', ['/leak']]);
  const left = await reader().open(filled(leave));
  assert.equal(left.address, `${reader().address}/left`);
  await Promise.all([ran.page.close(), left.page.close()]);
});

test('a link of the page can’t run anything, and a form can’t send anything', { skip }, async () => {
  const page =
    '<a id="a" href="java&#10;script:ran=1">One</a> <svg><a id="b" xlink:href=" javascript:ran=2"><text y="20">Two</text></a></svg><form action="/leak"><button id="c">Send</button></form>';
  const { page: opened } = await reader().open(await reader().wholePage({ html: page }));
  const asked = reader().asked.length;
  for (const id of ['a', 'b text', 'c']) await opened.dispatchEvent(`#${id}`, 'click');
  assert.deepEqual([await opened.evaluate('globalThis.ran'), reader().asked.length], [undefined, asked]);
  assert.equal(new URL(opened.url()).protocol, 'file:');
  await opened.close();
});

test('the file is read in its own charset, whatever the page puts first', { skip }, async () => {
  const { page } = await reader().open(
    await reader().wholePage({
      html: `<!doctype html><html lang="ja" data-long="${'a'.repeat(3_000)}" class="\u001b$B"><title>Gr\u00fc\u00dfe</title><p title="\u001b(J">\u001b$B%"</p>`,
    }),
  );
  assert.deepEqual(await page.evaluate('[document.characterSet, document.title, document.documentElement.lang]'), ['UTF-8', 'Grüße', 'ja']);
  assert.ok(!(await page.content()).includes('\u001b'));
  await page.close();
});

test('no code of the page runs in the copy', { skip }, async () => {
  const page = await reader().visit({
    html: `${html}<x-counter></x-counter><img src="/gate.png" onload="globalThis.loads = (globalThis.loads ?? 0) + 1">`,
    script: `globalThis.made = 0; customElements.define('x-counter', class extends HTMLElement { constructor() { super(); globalThis.made += 1; } });`,
  });
  const result = await reader().carryOut(page, { do: 'page' });
  assert.ok(result.ok);
  assert.equal(await page.evaluate('globalThis.made'), 1);
  await page.close();
});
