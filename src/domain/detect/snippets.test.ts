/** Short snippets and notes as people copy them, each with its type. Detection was adjusted with every other one of them, and measured with the rest too. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { contentKind } from '../kind/content-kind.ts';
import { detectText } from './detect.ts';

/** Below it a file is plain text, whatever its type. */
const sure = 0.7;

interface Snippet {
  /** `txt`: notes; `prose`: sentences with words and signs of code. */
  readonly type: string;
  readonly text: string;
}

/** Each text as JSON on its own line, under its type; `half` 0 is the one that detection was adjusted with. */
function snippets(half: 0 | 1): readonly Snippet[] {
  let [type, place] = ['', 0];
  const lines = readFileSync(path.join(import.meta.dirname, 'snippets.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.flatMap((line) => {
    if (line.startsWith('# ')) [type, place] = [line.slice(2), 0];
    else if (place++ % 2 === half) return [{ type, text: String(JSON.parse(line)) }];
    return [];
  });
}

function isRight({ type, text }: Snippet): boolean {
  const found = detectText(text);
  if (type !== 'txt' && type !== 'prose') return found?.typeId === type;
  const kind = contentKind({ kind: 'text', bytes: Buffer.byteLength(text), text, type: found });
  return found?.typeId === 'txt' && kind === 'prose';
}

const isSure = (each: Snippet): boolean => /^(?:txt|prose)$/.test(each.type) || (detectText(each.text)?.confidence ?? 0) >= sure;

for (const [half, name, right, surely] of [
  [0, 'detection was adjusted with', 0.93, 0.85],
  [1, 'were kept apart', 0.91, 0.85],
] as const) {
  test(`snippets that ${name} have their type, and most of them surely`, (context) => {
    const all = snippets(half);
    assert.equal(all.length, 112);
    const found = all.filter(isRight);
    for (const each of all.filter((one) => !found.includes(one)))
      context.diagnostic(`${each.type} taken for ${detectText(each.text)?.typeId}: ${JSON.stringify(each.text)}`);
    const certain = found.filter(isSure);
    context.diagnostic(`${found.length} of ${all.length} right, ${certain.length} of them surely`);
    assert.ok(found.length >= right * all.length, `${found.length} of ${all.length}`);
    assert.ok(certain.length >= surely * all.length, `${certain.length} of ${all.length} surely`);
    const wrong = all.filter((each) => !isRight(each) && (detectText(each.text)?.confidence ?? 0) >= sure);
    assert.deepEqual(wrong, [], 'none is wrong and sure');
  });
}
