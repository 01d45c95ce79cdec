import assert from 'node:assert/strict';
import { test } from 'node:test';
import { capture, inlineContent, testJournal, textCapture, textFragment } from '../../../../test/doubles/temporary-journal.ts';
import { secretExample, seeded } from '../../../../test/harness/secret-examples.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { hubDocument } from '../../../contract/documents/hub.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import type { DetectionCache } from './detection-cache.ts';
import { judge } from './judge.ts';

const knowsNothing = {
  identify: () => Promise.resolve({ detection: null, embeddedFilename: null, reasons: [] }),
  identifyFile: () => Promise.resolve(null),
} as unknown as DetectionCache;

test('a text becomes a file from the minimum number of characters on, counting blanks and the end of a long text', async (t) => {
  const journal = testJournal(t);
  const cases: readonly (readonly [text: string, least: number, verdict: string])[] = [
    ['fifteen letters', 16, 'keep'],
    ['sixteen letters!', 16, 'save'],
    ['fifteen letters\n', 16, 'save'],
    ['  x             ', 16, 'save'],
    ['😀'.repeat(15), 16, 'keep'],
    ['😀'.repeat(16), 16, 'save'],
    ['x'.repeat(300_000), 300_000, 'save'],
    ['x'.repeat(299_999), 300_000, 'keep'],
    ['é'.repeat(299_999), 300_000, 'keep'],
    ['é'.repeat(1_000_000), 1_000_000, 'save'],
  ];
  for (const [text, least, verdict] of cases) {
    const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
    const [fragment, place] = [readFragment(journal, id), contentPlaces(journal, id)[0]];
    assert.ok(fragment !== null && place !== undefined);
    const saveRules = hubDocument.parse({ save: { policy: 'all', min_text_chars: least } }).save;
    const rules = { filter: contentFilterDocument.parse({}), saveRules };
    const judged = await judge({ fragment, place, others: [], rules, mayLookElsewhere: true }, knowsNothing);
    assert.equal(judged.verdict.kind, verdict, `${text.slice(0, 20)} ${text.length} ${least}`);
  }
});

test('a secret in any text of a copy drops it, unless it is allowed or the search is off', async (t) => {
  const journal = testJournal(t);
  const secret = secretExample('github_token', seeded(5));
  const plain = textFragment(inlineContent('see the page'));
  const html = { mediaType: 'text/html', content: inlineContent(`<a href="https://a.example/?t=${secret}">see the page</a>`) };
  const [id = 0] = recordCapture(journal, capture([{ ...plain, representations: [...plain.representations, html] }])).fragmentIds;
  const [fragment, [place, ...others]] = [readFragment(journal, id), contentPlaces(journal, id)];
  assert.ok(fragment !== null && place !== undefined);
  const verdict = async (filter: object, origin: 'clipboard' | 'bridge' = 'clipboard'): Promise<unknown> => {
    const rules = { filter: contentFilterDocument.parse(filter), saveRules: hubDocument.parse({}).save };
    return (await judge({ fragment: { ...fragment, origin }, place, others, rules, mayLookElsewhere: true }, knowsNothing)).verdict;
  };
  assert.deepEqual(await verdict({}), { kind: 'filter', because: 'secret_github_token' });
  const kept = { kind: 'keep', because: 'no_document' };
  assert.deepEqual(await verdict({ detect_secrets: false }), kept);
  assert.deepEqual(await verdict({ allowed_secrets: ['github_token'] }), kept);
  assert.deepEqual(await verdict({}, 'bridge'), { kind: 'save' });
  const family = async (filter: object): Promise<unknown> => {
    const rules = { filter: contentFilterDocument.parse(filter), saveRules: hubDocument.parse({}).save };
    return (await judge({ fragment, place, others, rules, mayLookElsewhere: true }, knowsNothing)).secret;
  };
  assert.equal(await family({ allowed_secrets: ['github_token'] }), 'github_token');
  assert.equal(await family({ detect_secrets: false }), 'github_token', 'what it is is known all the same');
});

test('a secret in an address that was copied as a list of files drops it, and the address of a picture in HTML does not', async (t) => {
  const journal = testJournal(t);
  const token = secretExample('json_web_token', seeded(5));
  const kept = { kind: 'keep', because: 'no_document' };
  const verdict = async (kind: 'files' | 'text', contents: Readonly<Record<string, string>>): Promise<unknown> => {
    const representations = Object.entries(contents).map(([mediaType, text]) => ({ mediaType, content: inlineContent(text) }));
    const [id = 0] = recordCapture(journal, capture([{ kind, representations }])).fragmentIds;
    const [fragment, [place, ...others]] = [readFragment(journal, id), contentPlaces(journal, id)];
    assert.ok(fragment !== null && place !== undefined);
    const rules = { filter: contentFilterDocument.parse({}), saveRules: hubDocument.parse({}).save };
    return (await judge({ fragment, place, others, rules, mayLookElsewhere: false }, knowsNothing)).verdict;
  };
  const dropped = { kind: 'filter', because: 'secret_json_web_token' };
  assert.deepEqual(await verdict('files', { 'text/uri-list': `https://a.example/?t=${token}\r\n`, 'text/plain': 'a link' }), dropped);
  const picture = `<p>a mail</p><img src="https://a.example/a.png?token=${token}">`;
  assert.deepEqual(await verdict('text', { 'text/plain': 'a mail', 'text/html': picture }), kept);
  assert.deepEqual(await verdict('text', { 'text/plain': token, 'text/html': picture }), dropped);
});

test('a copy whose content is gone is dropped too if its HTML has a secret', async (t) => {
  const journal = testJournal(t);
  const html = { mediaType: 'text/html', content: inlineContent(`<p>${secretExample('github_token', seeded(5))}</p>`) };
  const plain = textFragment(inlineContent('a text'));
  const [id = 0] = recordCapture(journal, capture([{ ...plain, representations: [...plain.representations, html] }])).fragmentIds;
  const [fragment, [place, ...others]] = [readFragment(journal, id), contentPlaces(journal, id)];
  assert.ok(fragment !== null && place !== undefined);
  const { mediaType, bytes, sha256 } = place;
  const gone = { mediaType, bytes, sha256, file: '/nowhere/blob' };
  const rules = { filter: contentFilterDocument.parse({}), saveRules: hubDocument.parse({}).save };
  const judged = await judge({ fragment, place: gone, others, rules, mayLookElsewhere: true }, knowsNothing);
  assert.deepEqual(judged.verdict, { kind: 'filter', because: 'secret_github_token' });
});
