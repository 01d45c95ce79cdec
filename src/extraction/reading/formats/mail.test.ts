import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractionOptions } from '../../../contract/extraction.ts';
import { readDocument } from '../read-document.ts';

/** Its text, or why there is none. */
async function read(mail: string): Promise<string> {
  return (await facts(mail)).text;
}

async function facts(mail: string): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const found = await readDocument({
    path: null,
    content: Buffer.from(mail),
    options: extractionOptions.parse({}),
    progress: () => {},
    recognize: async () => null,
  });
  if (!found.ok) return { text: found.reason, isCut: false };
  assert.equal(found.value.format, 'eml');
  return found.value;
}

test('a mail gives its heading, its text and the names of what is attached', async () => {
  const mail = `From: "Ann" <ann@example.org>\r\nTo: bob@example.org\r\nSubject: =?utf-8?q?T=C3=AFde?=\r\nDate: Thu, 26 Nov 2026 05:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('High wäter').toString('base64')}\r\n--b\r\nContent-Disposition: attachment; filename=plan.pdf\r\n\r\nx\r\n--b--\r\n`;
  assert.equal(
    await read(mail),
    'From: Ann <ann@example.org>\nTo: bob@example.org\nDate: 2026-11-26T05:00:00.000Z\nSubject: Tïde\n\nHigh wäter\n\nplan.pdf\n',
  );
});

test('the date of a mail is in the time where it was written', async () => {
  for (const [said, shown] of [
    ['Thu, 26 Nov 2026 01:30:00 -0330 (NST)', '2026-11-26T01:30:00-03:30'],
    ['Thu, 26 Nov 2026 06:00:00 +0100', '2026-11-26T06:00:00+01:00'],
    ['Thu, 26 Nov 2026 06:00:00 GMT', '2026-11-26T06:00:00.000Z'],
  ])
    assert.equal((await read(`From: a@b.c\nTo: d@e.f\nDate: ${said}\nSubject: x\n\ny`)).split('\n')[2], `Date: ${shown}`);
});

test('a mail whose headings are longer than a megabyte is too large, and not damaged', async () => {
  const heading = `From: a@b.c\nSubject: x\nDate: Thu, 26 Nov 2026 05:00:00 +0000\nTo: ${'d@e.f,'.repeat(200_000)}`;
  assert.equal(await read(`${heading}\n\ntide`), 'too-large');
});

test('mails in each other are read, and of many levels those that are not parsed again for all others', async () => {
  const head = 'From: a@b.c\nTo: d@e.f\nSubject: x\nDate: Thu, 26 Nov 2026 05:00:00 +0000\nMIME-Version: 1.0\n';
  const nested = (count: number): string => `${head}${'Content-Type: message/rfc822\n\n'.repeat(count)}Subject: inner\n\ntide\n`;
  for (const count of [1, 2, 9]) {
    const { text, isCut } = await facts(nested(count));
    assert.deepEqual([/\ntide\n$/.test(text), isCut], [true, false]);
  }
  // Further ones are attached, and it is said that they were not read.
  const { text, isCut } = await facts(nested(20));
  assert.deepEqual([text.endsWith('message/rfc822\n'), isCut], [true, true]);
  const cpuMs = async (count: number): Promise<number> => {
    const before = process.threadCpuUsage().user;
    assert.equal((await facts(nested(count))).isCut, true);
    return (process.threadCpuUsage().user - before) / 1_000;
  };
  const least = async (count: number): Promise<number> => Math.min(await cpuMs(count), await cpuMs(count), await cpuMs(count));
  // Not ten times as much as one pass takes for each of them.
  assert.ok((await least(20_000)) < (await least(4_000)) * 3);
});
