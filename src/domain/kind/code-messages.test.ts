import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectText } from '../detect/detect.ts';
import { hasOneTimeCode } from './code-messages.ts';
import { contentKind } from './content-kind.ts';

const isCode = (text: string) =>
  contentKind({ kind: 'text', bytes: Buffer.byteLength(text), text, type: detectText(text) }) === 'one-time-code';

test('a message that names its digits as a code is one', () => {
  for (const text of [
    'Your code is 448812',
    '448812 is your verification code',
    '448812 is your sign-in code. Do not share it.',
    'Use 123 456 as your login code',
    'Your Example code is:\n\n448812\n\nDo not share it.',
    'Verification code\n448812',
    'Code for Example Bank: 448812',
    'Ihr Code lautet 123-456',
    '【支付宝】验证码：482913，请勿泄露。',
    '482913（动态验证码），请在5分钟内填写',
    'Your code is 448812 (valid for 10 minutes).',
  ])
    assert.equal(isCode(text), true, text);
});

test('code, data and sentences in which a code and a number are different things are none', () => {
  for (const text of [
    'process.on("exit", (code) => {\n  setTimeout(() => process.exit(code), 5000);\n});',
    '{"code": "ok", "port": 8080}',
    'SELECT code FROM items WHERE id = 48213;',
    'git commit -m "code: fix 12345"',
    'code: fix 12345',
    'Dear team,\nthe code freeze is on Friday. Ticket 48213 is done.',
    'please review the code in PR 12345',
    'I changed the code. 12345 is the ticket.',
    'Fix the code\nof 12345 items',
    '12345 is the bug in our code',
    'The error code is 12345',
    'My zip code is 90210',
    'print (code, 12345)',
    '12345 words about your opinion on code',
  ])
    assert.equal(isCode(text), false, text);
});

test('a message of any length is read in bounds', () => {
  for (const piece of ['code ', '1234 ', 'code:\n', '1234\n', 'a', '验证码'])
    assert.equal(hasOneTimeCode(piece.repeat(100_000)), false, piece);
});
