/** The text of documents is answered, and goes nowhere else: no log, no file of Hub, no output has a word of it, also when a document ends its reader. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { canariesBelow, canariesIn, canary, plainCanary } from '../../harness/canaries.ts';
import { docxOf, docxWith, paragraph } from '../../harness/documents/office-documents.ts';
import { contentBomb } from '../../harness/documents/pdf-documents.ts';
import { TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';

describe('the text of a document', () => {
  const hub = new TestHub({ HUB_DEBUG: 'true' });
  const folder = temporaryHome({ after });
  const [word, name] = [canary('document'), plainCanary('name')];
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
    assert.deepEqual(canariesBelow(hub.root, [word, name]), []);
    assert.deepEqual(canariesIn(Buffer.from(hub.logs()), [word, name]), []);
  });

  it('leaves no process behind when Hub stops', async () => {
    assert.deepEqual(await hub.stop(), []);
  });
});
