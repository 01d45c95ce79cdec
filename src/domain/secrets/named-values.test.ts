/** Short texts with the name of a secret in them, as people copy them: how many of the secrets are found, and how many others are taken for one. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { copiedSecret, secretExample, seeded } from '../../../test/harness/secret-examples.ts';
import { familiesOfText } from '../../contract/secret-families.ts';
import { isSecretName } from './assignments.ts';
import { findSecret, mayHaveSecretLine, mayShowSecret, showsSecret } from './find-secret.ts';

/** Each text as JSON on its own line, under `# secret` or `# harmless`. */
const [secrets = [], harmless = []] = readFileSync(path.join(import.meta.dirname, 'labelled-values.txt'), 'utf8')
  .split(/^# .*$/m)
  .slice(1)
  .map((part) =>
    part
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line))),
  );

/** By hand: a blank in a value, a value like a call, one of four different characters. */
const missable = 4;

test('a secret that its name alone tells is found, and what is only about secrets is left alone', (context) => {
  assert.ok(secrets.length >= 130 && harmless.length >= 330, `${secrets.length} and ${harmless.length} texts`);
  const missed = secrets.filter((text) => findSecret(text) === null);
  const wrong = harmless.filter((text) => findSecret(text) !== null);
  for (const text of missed) context.diagnostic(`missed: ${JSON.stringify(text)}`);
  context.diagnostic(`found ${secrets.length - missed.length} of ${secrets.length}; wrong ${wrong.length} of ${harmless.length}`);
  assert.deepEqual(wrong, []);
  assert.ok(missed.length <= missable, missed.join('\n'));
});

test('it is left to the exception for passwords', () => {
  assert.equal(findSecret('password = Fischbrot77'), 'password');
  assert.equal(findSecret('password = Fischbrot77', ['password']), null);
});

test('in a program, a page, a patch and a document about it, the same line needs a value that nothing but a password looks like', () => {
  const line = 'password = tigerlily';
  for (const text of [
    `import os\n${line}`,
    `${line}\nif (ok) {\n}`,
    `<pre>\n${line}\n</pre>`,
    `\`\`\`\n${line}\n\`\`\``,
    `call(a);\n${line}`,
  ])
    assert.equal(findSecret(text), null, text);
  assert.equal(findSecret(`# settings\n${line}`), 'password');
});

test('a token with a wrong checksum is one if it is all that was copied', () => {
  const token = 'ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18';
  for (const text of [token, ` ${token}\n`]) assert.equal(findSecret(text), 'github_token', text);
  for (const text of [`${token} is not valid`, 'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx']) assert.equal(findSecret(text), null, text);
});

test('a line that says a secret among other words shows it, one about secrets does not', () => {
  for (const line of [
    'user maria, password: tigerlily, port 21',
    'log in as maria with password = Fischbrot77 until Friday',
    'the password is tigerlily',
    'Passwort: Fischbrot77 (bitte ändern)',
    'the token ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18 is not valid',
    '用户名：maria，密码：hunter2abc，请勿外传',
    '<p>Password: Watvogel3</p>',
  ])
    assert.equal(showsSecret(line), true, line);
  for (const line of [
    'Password: Enter your password',
    'The password is sent by mail',
    'password is required',
    'const password = await hash(input)',
    'a note on passwords: choose long ones',
    'the passage is narrow',
  ])
    assert.equal(showsSecret(line), false, line);
});

test('a text of which a line shows a secret may have one, whatever the lines around it are', () => {
  const random = seeded(5);
  const copies = familiesOfText.flatMap((family) => Array.from({ length: 40 }, () => copiedSecret(secretExample(family, random), random)));
  const shown = [...secrets, ...harmless, ...copies].flatMap((text) => text.split('\n')).filter(showsSecret);
  assert.ok(shown.length > 300, `${shown.length} lines`);
  const around = ['', 'ends with \\', 'the password', 'mot de', 'token', '{"event":"started","ms":12}', 'a'.repeat(90)];
  const passed = shown.filter((line) => around.some((one) => !mayHaveSecretLine(`${one}\n${line}\n${one}`)));
  assert.deepEqual(passed, []);
  assert.equal(mayHaveSecretLine('{"event":"started","ms":12}\n{"event":"a copy is saved","fragmentId":4321}\n'), false);
});

test('a word may name a secret whose last letters are those of a name, in any case', () => {
  for (const text of [
    'PASSWORD',
    'db_passwd',
    'pwd',
    'passphrase',
    'clientSecret',
    'token',
    'ApiKey',
    'credential',
    'credentials',
    'sid',
    'Pass',
    'KENNWORT',
    'wort',
  ])
    assert.ok(isSecretName({ text, start: 0, end: text.length }), text);
  for (const text of ['import', 'support', 'ort', 'word2', 'key_', 'y', 'as5', `${'a'.repeat(80)}key`, 'port'])
    assert.ok(!isSecretName({ text, start: 0, end: text.length }), text);
});

test('a text that is made of names of secrets takes no longer than others', { timeout: 5_000 }, () => {
  for (const unit of ['password', 'password:', 'password: x\n', 'password = abc(\n', 'token\r', '密码', `${' '.repeat(50)}password`])
    findSecret(unit.repeat((4 * 1024 * 1024) / unit.length));
});

test('of a line that was recognized in a picture, a long row of letters and digits is enough', () => {
  for (const line of ['ghp FtAhz4gqcMOmm9VrbLweZn3H5eyZi83cT0s', 'Token: F765mYyQ2xLw8RtZ1cVb3nMk4jH'])
    assert.equal(mayShowSecret(line), true, line);
  for (const line of [
    'Meeting with Ottilie at 10:30 in room B12',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
    'getUserNameFromRequestHeader2024',
    'Order X7QH2PLM99',
  ])
    assert.equal(mayShowSecret(line), false, line);
});
