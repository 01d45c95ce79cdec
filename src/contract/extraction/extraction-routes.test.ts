import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionRoutes } from './extraction-routes.ts';

const { body } = extractionRoutes.extractText;
const faultOf = (request: unknown): string | undefined => body.safeParse(request).error?.issues[0]?.message;

test('unknown options are ignored, and known ones are taken', () => {
  const options = { structure: true, depth: 3 };
  assert.deepEqual(body.parse({ path: '/a', options }), {
    path: '/a',
    options: { languages: [], recognition: 'auto', words: false, structure: true },
  });
  assert.ok(body.safeParse({ fragmentId: '3', options }).success);
});

test('what is wrong with a request is said in words of Hub', () => {
  assert.equal(faultOf({ path: '/a', structure: true }), '"structure" belongs inside "options"');
  assert.equal(faultOf({ path: '/a', deep: true }), 'has a key that is not known; its keys are "path" and "options"');
  assert.equal(faultOf({ fragmentId: '3', path: '/a' })?.includes('its keys are'), true);
  assert.match(faultOf({ path: '/a', options: { recognition: 'sometimes' } }) ?? '', /^options\.recognition: /);
  assert.match(faultOf({ path: '/a', options: { languages: ['German'] } }) ?? '', /a language such as deu/);
  assert.equal(faultOf({}), 'needs a "path" or a "fragmentId"');
});
