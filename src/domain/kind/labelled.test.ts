/** Short texts as people copy them, each with its kind: how often the kind is right. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { ContentKind } from '../../contract/fragment-words.ts';
import { detectText } from '../detect/detect.ts';
import { contentKind } from './content-kind.ts';

/** Each text as JSON on its own line, under its kind. */
const lines = readFileSync(path.join(import.meta.dirname, 'labelled-texts.txt'), 'utf8')
  .trimEnd()
  .split('\n');

function labelledTexts(): readonly { readonly kind: string; readonly text: string }[] {
  let kind = '';
  return lines.flatMap((line) => {
    if (!line.startsWith('# ')) return [{ kind, text: String(JSON.parse(line)) }];
    kind = line.slice(2);
    return [];
  });
}

/** Of each kind at least this share: of what it is found for (precision), and of its texts (recall). */
const floors: Readonly<Partial<Record<ContentKind, readonly [precision: number, recall: number]>>> = {
  link: [0.95, 0.95],
  mail: [0.95, 0.95],
  phone: [0.95, 0.9],
  color: [0.95, 0.95],
  path: [0.95, 0.9],
  number: [0.9, 0.9],
  'one-time-code': [0.9, 0.9],
  iban: [1, 1],
  'ip-address': [1, 1],
  token: [0.9, 0.9],
  table: [0.9, 0.8],
  code: [0.9, 0.8],
  data: [0.8, 0.8],
  prose: [0.85, 0.9],
};

test('the kind of short texts of real life is right', (context) => {
  const all = labelledTexts();
  assert.ok(all.length >= 300, `${all.length} texts`);
  const found = all.map(({ kind, text }) => ({
    kind,
    text,
    found: contentKind({ kind: 'text', bytes: Buffer.byteLength(text), text, type: detectText(text) }),
  }));
  for (const each of found)
    if (each.kind !== each.found) context.diagnostic(`${each.kind} taken for ${each.found}: ${JSON.stringify(each.text)}`);
  for (const [kind, [precision, recall]] of Object.entries(floors)) {
    const right = found.filter((each) => each.kind === kind && each.found === kind).length;
    const ofKind = found.filter((each) => each.kind === kind).length;
    const taken = found.filter((each) => each.found === kind).length;
    context.diagnostic(`${kind}: precision ${(right / taken).toFixed(2)}, recall ${(right / ofKind).toFixed(2)} of ${ofKind}`);
    assert.ok(right / taken >= precision, `precision of ${kind}: ${right} of ${taken}`);
    assert.ok(right / ofKind >= recall, `recall of ${kind}: ${right} of ${ofKind}`);
  }
});
