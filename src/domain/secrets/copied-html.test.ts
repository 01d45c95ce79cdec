import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { textStem } from '../saving/text-stem.ts';
import { searchedHtml } from './copied-html.ts';
import { showsSecret, withoutSecretLines } from './find-secret.ts';
import { maySayInContent, secretInContent } from './searched-text.ts';

describe('in copied HTML', () => {
  const token = secretExample('json_web_token', seeded(2));
  const familyIn = (html: string): string | null => secretInContent(html, 'text/html');

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

  test('a secret that tags or references take apart is found as it reads', () => {
    const [github, password] = [secretExample('github_token', seeded(2)), 'Zk3Lp9x2mQ7t'];
    const [head, middle, tail] = [github.slice(0, 9), github.slice(9, 20), github.slice(20)];
    for (const html of [
      `<p>${head}<b>${middle}</b>${tail}</p>`,
      `<p>${head}<span class="hl" title=">">${middle}</span><wbr>${tail}</p>`,
      `<code>${head}</code><code>${middle}<!-- > --></code>${tail}`,
      `${head}&#${middle.charCodeAt(0)};${middle.slice(1)}${tail}`,
      [...github].map((letter) => `<i>${letter}</i>`).join(''),
    ])
      assert.equal(familyIn(html), 'github_token', html);
    for (const html of [
      `<p>Password: <b>${password}</b></p><p>Next line</p>`,
      `<table><tr><td>password =\n ${password}</td></tr></table>`,
      `<div><b>pass</b>word: ${password.slice(0, 4)}<i>${password.slice(4)}</i></div>`,
    ])
      assert.equal(familyIn(html), 'password', html);
    assert.equal(secretInContent(`<b>${head}</b>${middle}${tail}`, 'text/html', ['github_token']), null);
    assert.equal(familyIn(`<p>${head}</p><p>${middle}</p><p>${tail}</p>`), null, 'three lines');
  });

  test('a line that may say one, taken apart by tags, is left out of names and lists', () => {
    // Its checksum is wrong, so that the text is kept.
    const doubtful = 'ghp_Zk3Lp9x2mQ7tR5vW8yB1nC4dF6gH0jK2mP9s';
    const line = `<p>my key ${doubtful.slice(0, 12)}<b>${doubtful.slice(12)}</b></p>`;
    assert.equal(familyIn(line), null);
    assert.equal(showsSecret(line), true);
    assert.equal(maySayInContent(`${line}\nmore`, 'text/html'), true);
    assert.equal(withoutSecretLines(`<p>Tides</p>\n${line}`), '<p>Tides</p>');
    assert.equal(textStem(`${line}\n<p>Tides of Husum</p>`), 'tides-of-husum');
    assert.equal(showsSecret('<p>my <b>tides</b></p>'), false);
  });

  test('nothing else is changed', () => {
    const html = '<p class="a">1 < 2</p><img src="a.png" alt=""> <';
    assert.equal(searchedHtml(html), '<p class="a">1 < 2</p><img src="" alt=""> <');
  });
});
