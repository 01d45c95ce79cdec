import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import type { SecretFamily } from '../../contract/secret-families.ts';
import { annotationRefusal } from './annotation-refusal.ts';
import { type AnnotatedTexts, secretInAnnotation } from './secret-in-annotation.ts';

const random = seeded(9);
const github = secretExample('github_token', random);
const aws = secretExample('aws_access_key', random);
/** Its checksum is wrong. */
const doubtful = 'ghp_Zk3Lp9x2mQ7tR5vW8yB1nC4dF6gH0jK2mP9s';
const found = (texts: AnnotatedTexts, allowed_secrets: SecretFamily[] = [], detect_secrets = true) =>
  secretInAnnotation(texts, { detect_secrets, allowed_secrets });

test('a secret in a title, a tag or a note is found, also one in small letters', () => {
  assert.deepEqual(found({ title: `the key ${github}` }), { of: 'title', family: 'github_token' });
  assert.deepEqual(found({ note: `to log in:\npassword: kT9vQ2mX7pLz` }), { of: 'note', family: 'password' });
  assert.deepEqual(found({ tags: ['work', aws.toLowerCase()] }), { of: 'tag', family: 'aws_access_key' });
  assert.equal(found({ addTags: [github.toLowerCase()] })?.of, 'tag');
});

test('what only may be one is no title and no tag, and may be in a note', () => {
  assert.deepEqual(found({ title: `my key ${doubtful}` }), { of: 'title', family: null });
  assert.equal(found({ note: `my key ${doubtful} is old` }), null);
});

test('ordinary titles, tags and notes are none, nor is what is allowed, removed, or not looked for', () => {
  assert.equal(
    found({ title: 'Password rules of the harbour', tags: ['token', 'scikit-learn-1.5'], note: 'see https://a.example/12' }),
    null,
  );
  assert.equal(found({ title: github, note: github }, ['github_token']), null);
  assert.equal(found({ title: github, note: github }, [], false), null);
  assert.equal(secretInAnnotation({ title: null }, { detect_secrets: true, allowed_secrets: [] }), null);
});

test('the refusal names the family, and never the text', () => {
  assert.equal(annotationRefusal({ of: 'tag', family: 'github_token' }), 'A tag that looks like a GitHub token is not kept.');
  assert.equal(annotationRefusal({ of: 'title', family: null }), 'A title that looks like a secret is not kept.');
});
