import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { searchedHtml } from './copied-html.ts';
import { findSecret } from './find-secret.ts';

describe('in copied HTML', () => {
  const token = secretExample('json_web_token', seeded(2));
  const familyIn = (html: string): string | null => findSecret(searchedHtml(html));

  test('the address of a picture and the data of scripts are no secrets of the copy', () => {
    for (const html of [
      `<p>See:</p><img width="40" src="https://images.example/a.png?jwt=${token}" alt="a">`,
      `<IMG alt='it > "is"' SRCSET = 'https://images.example/a.png?jwt=${token} 2x'/>`,
      `<video poster="https://images.example/?t=${token}"></video>`,
      `<div data-csrf-token="Zk3Lp9x2mQ7tR5vW8yB1">Hello</div>`,
      `<p style="background: url(https://images.example/?t=${token})">Hello</p>`,
    ])
      assert.equal(familyIn(html), null, html);
  });

  test('what is read, linked or left open is searched', () => {
    for (const html of [
      `<p>${token}</p>`,
      `<pre>&lt;img src="x?t=${token}"></pre>`,
      `<a href="https://a.example/?t=${token}">here</a>`,
      `<img src="a.png"><b>${token}</b>`,
      `<img src="a.png" alt="${token}">`,
      `<img src="x?t=${token}`,
      `1 < 2 data-a="${token}"`,
      `<!-- data-a="${token}" -->`,
    ])
      assert.equal(familyIn(html), 'json_web_token', html);
  });

  test('nothing else is changed', () => {
    const html = '<p class="a">1 < 2</p><img src="a.png" alt=""> <';
    assert.equal(searchedHtml(html), '<p class="a">1 < 2</p><img src="" alt=""> <');
  });
});
