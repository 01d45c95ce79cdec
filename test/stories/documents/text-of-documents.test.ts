/** The text of documents is answered, and goes nowhere else: no log, no file of Hub, no output has a word of it, also when a document ends its reader. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Bridge } from '../../../src/client/bridge.ts';
import { canariesBelow, canariesIn, canary, plainCanary } from '../../harness/canaries.ts';
import { docxOf, docxWith, paragraph } from '../../harness/documents/office-documents.ts';
import { contentBomb, textPdf } from '../../harness/documents/pdf-documents.ts';
import { drawnText, pictureFormats } from '../../harness/documents/pictures-of-text.ts';
import { TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';

describe('the text of a document', () => {
  const hub = new TestHub({ HUB_DEBUG: 'true' });
  const folder = temporaryHome({ after });
  const [word, name] = [canary('document'), plainCanary('name')];
  /** In a picture: words that recognition reads as they are. */
  const shown = 'umbrellas for marmalade harvesters';
  before(async () => {
    await hub.start();
  });
  after(() => hub[Symbol.asyncDispose]());

  const extract = async (body: object) => {
    const answer = await hub.request('POST', '/api/extract', body);
    return { status: answer.status, body: JSON.parse(answer.body.toString()) };
  };
  const file = (ending: string, bytes: Uint8Array): string => {
    const at = path.join(folder, `${name}${ending}`);
    writeFileSync(at, bytes);
    return at;
  };

  it('is answered by the bridge', async () => {
    const { status, body } = await extract({ path: file('.docx', docxOf(paragraph(word))) });
    assert.deepEqual([status, body.text, body.format], [200, `${word}\n`, 'docx']);
  });

  it('is read in a picture, with its words in their places', async () => {
    const picture = file('.png', pictureFormats.png(await drawnText([shown])));
    const { status, body } = await extract({ path: picture, options: { words: true } });
    assert.deepEqual([status, body.text, body.format, body.words.length], [200, `${shown}\n`, 'image', 4]);
    assert.equal((await extract({ path: picture, options: { languages: ['deu'] } })).body.type, 'urn:hub:problem:extraction-no-language');
  });

  it('comes with progress where that is asked for', async () => {
    const pages = Array.from({ length: 1_500 }, (_, at) => [`page ${at}`]);
    const heard: { readonly name: string; readonly data: unknown }[] = [];
    const bridge = new Bridge(() => hub.bridgePort, { timeoutMs: 60_000 });
    const follow = { heard: (event: string, data: unknown) => void heard.push({ name: event, data }), signal: AbortSignal.timeout(60_000) };
    assert.equal(await bridge.followExtraction({ path: file('-long.pdf', textPdf(pages)) }, follow), 'over');
    const last = heard.pop();
    assert.equal(last?.name, 'text');
    assert.ok(JSON.stringify(last?.data).includes('page 0\\n\\npage 1\\n') && JSON.stringify(last?.data).includes('page 1499\\n'));
    assert.ok(heard.length > 0 && heard.every(({ name: event }) => event === 'progress'));
  });

  it('has a reason as well where its request is refused, with progress as without', async () => {
    for (const [body, type] of [
      [{ path: 'no-whole-path' }, 'invalid-request'],
      [{ fragmentId: '999999' }, 'not-found'],
    ] as const) {
      const heard: { readonly name: string; readonly data: unknown }[] = [];
      const follow = {
        heard: (event: string, data: unknown) => void heard.push({ name: event, data }),
        signal: AbortSignal.timeout(60_000),
      };
      assert.equal(await hub.bridge.followExtraction(body, follow), 'refused');
      const [problem, ...others] = heard as { readonly name: string; readonly data: { readonly type: string; readonly detail: string } }[];
      assert.deepEqual([problem?.name, problem?.data.type, others.length], ['problem', `urn:hub:problem:${type}`, 0]);
      assert.ok((problem?.data.detail.length ?? 0) > 10);
    }
  });

  it('has a reason where it is not to be had, and the Hub is as well as before', async () => {
    const broken = `<w:document><w:body>${paragraph(word)}`;
    assert.equal((await extract({ path: file('-1.docx', docxWith({ name: 'word/document.xml', content: broken })) })).status, 422);
    const bomb = await extract({ path: file('.pdf', contentBomb(12)) });
    assert.match(`${bomb.status} ${bomb.body.type}`, /^422 urn:hub:problem:extraction-too-(?:slow|much-memory)$/);
    assert.equal((await extract({ path: path.join(folder, `${name}-gone`) })).status, 404);
    assert.equal((await extract({ path: file('-2.docx', docxOf(paragraph(word))) })).status, 200);
    assert.deepEqual(
      (await hub.until(({ components }) => components.length > 0)).components.filter(({ restarts }) => restarts > 0),
      [],
    );
  });

  it('is in no log and no file of Hub', async () => {
    assert.deepEqual(canariesBelow(hub.root, [word, name, shown]), []);
    assert.deepEqual(canariesIn(Buffer.from(hub.logs()), [word, name, shown]), []);
  });

  it('leaves no process behind when Hub stops', async () => {
    assert.deepEqual(await hub.stop(), []);
  });
});
