import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { explainCopy } from './explain.ts';
import { wasNotKept, whyFiltered, whyUnread } from './why-not-kept.ts';

const facts = {
  app: { name: 'Editor', executable: null, pid: null, windowTitle: 'My Bank' },
  text: 'DB_PASSWORD=q8Zr2vT5wLx1',
  mediaType: 'text/plain',
  paths: [],
  extensions: ['.env'],
  userHome: '/home/u',
};

test('every rule gives its verdict, in order, and the first that matches decides', () => {
  const filter = contentFilterDocument.parse({
    excluded_app_names: ['vault'],
    blacklisted_window_keywords: ['bank'],
    excluded_extensions: ['.env'],
  });
  assert.deepEqual(
    explainCopy(facts, filter).map(({ rule, verdict }) => [rule, verdict]),
    [
      ['private_window', 'passes'],
      ['excluded_app_names', 'passes'],
      ['blacklisted_window_keywords', 'decides'],
      ['detect_secrets', 'passes'],
      ['excluded_dirs', 'unset'],
      ['excluded_extensions', 'passes'],
    ],
  );
});

test('a secret is named by its family, and never quoted', () => {
  const explained = explainCopy(facts, contentFilterDocument.parse({}));
  assert.deepEqual(
    explained.filter(({ verdict }) => verdict === 'decides').map(({ rule }) => rule),
    ['detect_secrets'],
  );
  assert.match(JSON.stringify(explained), /a password or key in a configuration \(password\)/);
  assert.doesNotMatch(JSON.stringify(explained), /q8Zr/);
});

test('an unknown application is a reason only if there are rules for applications', () => {
  const nobody = { ...facts, app: { ...facts.app, name: null, windowTitle: null }, text: null };
  const decides = (filter: object): readonly string[] =>
    explainCopy(nobody, contentFilterDocument.parse(filter)).flatMap(({ rule, verdict }) => (verdict === 'decides' ? [rule] : []));
  assert.deepEqual(decides({ excluded_app_names: ['vault'] }), ['excluded_app_names']);
  assert.deepEqual(decides({}), []);
});

test('a private window of Firefox decides before all rules', () => {
  const app = { ...facts.app, name: 'firefox-esr', windowTitle: 'My bank — Mozilla Firefox Private Browsing' };
  const explained = explainCopy({ ...facts, app }, contentFilterDocument.parse({ blacklisted_window_keywords: ['bank'] }));
  assert.deepEqual(
    explained.filter(({ verdict }) => verdict === 'decides').map(({ rule, because }) => [rule, because]),
    [['private_window', 'its window is a private one of Firefox']],
  );
  assert.match(explained.find(({ rule }) => rule === 'blacklisted_window_keywords')?.because ?? '', /an earlier rule has decided/);
});

test('the reason of a filtered fragment leads to its rule', () => {
  assert.deepEqual(
    ['secret_password', 'excluded_dir', 'excluded_extension', 'too_short', null].map((reason) => whyFiltered(reason)?.rule ?? null),
    ['detect_secrets', 'excluded_dirs', 'excluded_extensions', null, null],
  );
});

test('a copy that was not kept names the rule and what it found, and never the text', () => {
  assert.equal(wasNotKept('secret_github_token'), 'was not kept: it looks like a GitHub token (detect_secrets in content-filter.json)');
  assert.equal(wasNotKept('excluded_dir'), 'was not kept: your filter excludes its folder (excluded_dirs in content-filter.json)');
  assert.equal(wasNotKept('a reason of another version'), 'was not kept');
  assert.deepEqual(
    (['excluded', 'excluded-window', 'concealed', 'cleared', null] as const).map((word) => whyUnread(word)?.rule),
    ['excluded_app_names', 'blacklisted_window_keywords', null, undefined, undefined],
  );
});
