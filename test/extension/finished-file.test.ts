/** The last look at the finished file of a page: whatever would run, load or open something is refused, however it came to be there. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser, noBrowser } from '../page/page-browser.ts';

const skip = noBrowser;
let browser: Browser;
let page: Page;
if (skip === false) {
  before(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    const entry = path.join(import.meta.dirname, '../../extension/page/whole/harmless.ts');
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'harmless' } },
    });
    const [first] = Array.isArray(built) ? built : [built];
    assert.ok(first !== undefined && 'output' in first);
    await page.evaluate(`${first.output[0].code}; globalThis.harmless = harmless; undefined`);
  });
  after(async () => await browser.close());
}

const file = (body: string, head = ''): string =>
  `<!doctype html>\n<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="POLICY">${head}</head><body>${body}</body></html>`;
const harmIn = async (text: string): Promise<unknown> =>
  await page.evaluate(`harmless.harmIn(${JSON.stringify(text)}.replace('POLICY', harmless.filePolicy))`);

test('a finished file is accepted', { skip }, async () => {
  const body =
    '<div><template shadowrootmode="open"><style>p { color: red }</style><p>x</p></template></div><img src="data:image/png;base64,AA=="><a href="https://a.example/">a</a><a href="#b">b</a><svg><use href="#c"></use><image href="data:image/png;base64,AA=="></image></svg>';
  assert.equal(
    await harmIn(file(body, '<meta name="viewport" content="width=device-width"><title>T</title><style>p { color: red }</style>')),
    null,
  );
});

const refused: Readonly<Record<string, string>> = {
  'a script': file('<script>1</script>'),
  'a script in a shadow root': file(
    '<div><template shadowrootmode="open"><div><template shadowrootmode="open"><script>1</script></template></div></template></div>',
  ),
  'an attribute that runs': file('<p onclick="1">x</p>'),
  'an attribute of SVG that runs': file('<svg onload="1"></svg>'),
  'a refresh': file('', '<meta http-equiv="refresh" content="0;url=x">'),
  'a refresh in the body': file('<meta http-equiv="refresh" content="0;url=x">'),
  'a base': file('', '<base href="https://a.example/">'),
  'a frame': file('<iframe></iframe>'),
  'raw text': file('<xmp>x</xmp>'),
  'a picture from elsewhere': file('<img src="https://a.example/x.png">'),
  'a picture of SVG from elsewhere': file('<svg><image xlink:href="https://a.example/x.png"></image></svg>'),
  'a link that runs': file('<a href="javascript:1">x</a>'),
  'a link of SVG that runs': file('<svg><a xlink:href="javascript:1">x</a></svg>'),
  'a link that is followed by itself': file('', '<link rel="prefetch" href="https://a.example/">'),
  'a form that sends': file('<form action="https://a.example/"></form>'),
  'something before the policy': `<!doctype html><html><head><title>x</title>${file('')}`,
  'something before the head': `<p>x</p>${file('')}`,
  'another policy': file('').replace('POLICY', 'default-src *'),
};
for (const [what, text] of Object.entries(refused)) {
  test(`a finished file is refused that has ${what}`, { skip }, async () => {
    assert.equal(typeof (await harmIn(text)), 'string');
  });
}
