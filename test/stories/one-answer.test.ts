/** The type of a content does not depend on who asks: a copy, the bridge, the current snapshot and the command give the same answer. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { DetectAnswer } from '../../src/contract/bridge.ts';
import { valueOfAnswer } from '../harness/bridge.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { TestHub } from '../harness/hub.ts';
import type { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

const contents: readonly string[] = [
  'def mean(values):\n    return sum(values) / len(values)\n',
  '// src/greeting.ts\nexport const greet = (name: string): string => `Hello`;\n',
  '{"planet": "Venus", "moons": 0}',
  'SELECT u.name, COUNT(*) AS n\nFROM users u\nGROUP BY u.name;',
  'diff --git a/x.js b/x.js\n--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-a\n+b\n',
  'Gestern war ich auf dem Markt, aber er war geschlossen.',
  'name,age,city\nAnn,31,Rome\nBob,22,Oslo\nCy,40,Kyiv',
  'https://example.com/a/b.html?x=1',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE-----',
  'Traceback (most recent call last):\n  File "app.py", line 3, in <module>\n    main()\nValueError: x',
  '#!/bin/sh\nset -eu\nfor name in "$@"; do\n  echo "$name"\ndone\n',
  'cat > config/app.yaml <<EOF\nport: 80\nhost: localhost\nEOF\n',
  '# docs/plan.md\n\n- tide tables for **Brest**\n- the lock gate\n',
  '```rust\nfn main() {\n    println!("hi");\n}\n```\n',
  '<!-- index.html -->\n<!DOCTYPE html>\n<html><body><p>Hello</p></body></html>\n',
  '<?xml version="1.0"?>\n<note><to>Ann</to></note>\n',
  'body {\n  margin: 0;\n  color: #333;\n}\n',
  'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("hi")\n}\n',
  '#include <stdio.h>\n\nint main(void) {\n  printf("hi\\n");\n  return 0;\n}\n',
  'public class Main {\n  public static void main(String[] args) {\n    System.out.println(1);\n  }\n}\n',
  '[server]\nport = 80\nhost = localhost\n',
  'FROM node:26\nWORKDIR /app\nCOPY . .\nCMD ["node", "main.js"]\n',
  '\\documentclass{article}\n\\begin{document}\nHello\n\\end{document}\n',
  'BEGIN:VCARD\nVERSION:4.0\nFN:Ann\nEND:VCARD\n',
  'see config.json for what a port may be',
  'x',
  '   \n\n\t# tools/deep.py\n\timport os\n\tprint(os.name)\n',
  'Größe 🙂 in 日本語 und עברית',
  '==> notes.txt <==\nwhat was noted\n',
  `# long/table.csv\n${'1,2,3\n'.repeat(20_000)}`,
];

describe('a content', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;

  before(async () => {
    desk = await startHubDesk();
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  const figure = async (name: string): Promise<number> => {
    const page = valueOfAnswer(await hub.bridge.metrics());
    return Number(new RegExp(`^hub_${name} (\\d+)$`, 'm').exec(page)?.[1]);
  };

  it('has one answer, whoever asks', async (t) => {
    const folder = temporaryHome(t);
    const files = contents.map((text, index) => {
      const file = path.join(folder, `content-${index}`);
      writeFileSync(file, text);
      return file;
    });
    const commanded = JSON.parse((await hub.command(['detect', '--json', ...files])).stdout);
    for (const [index, text] of contents.entries()) {
      const sha256 = createHash('sha256').update(text).digest('hex');
      await owner.own({ UTF8_STRING: { content: { text } } });
      const judged = await hub.fragment((candidate) => candidate.sha256 === sha256 && candidate.state !== 'captured');
      const answer = { detection: judged.detection, embeddedFilename: judged.embeddedFilename };
      const label = `${index}: ${text.slice(0, 40)}`;
      assert.deepEqual(JSON.parse((await hub.request('POST', '/api/detect', { text })).body.toString()), answer, label);
      assert.deepEqual(commanded[index], { path: files[index], ...answer }, label);
      const shown = await hub.source((snapshot) => snapshot.clipboardFragments[0]?.sha256 === sha256);
      assert.deepEqual({ detection: shown.detection, embeddedFilename: shown.embeddedFilename }, answer, label);
    }
    assert.equal(commanded.length, 30);
    assert.ok(new Set(commanded.map(({ detection }: DetectAnswer) => detection?.typeId)).size > 15, 'they are of many types');
    assert.deepEqual(
      [1, 11, 12, 14, 26, 29].map((index) => commanded[index].embeddedFilename),
      ['greeting.ts', 'app.yaml', 'plan.md', 'index.html', 'deep.py', 'table.csv'],
    );
  });

  it('on the standard input has the same', async () => {
    const [text = ''] = contents;
    const asked = JSON.parse((await hub.request('POST', '/api/detect', { text })).body.toString());
    assert.deepEqual(JSON.parse((await hub.command(['detect', '--json'], text)).stdout), asked);
  });

  it('has the same type under a name too, whoever asks', async (t) => {
    const folder = temporaryHome(t);
    for (const [filename, text] of [
      ['words.md', 'A heading\n\nand some words\n'],
      ['data.json', '{"named": true}'],
      ['prose.py', 'This is no program at all, whatever its name says.'],
      ['tool.h', '// src/other.h\nstruct ring { int first; };\n'],
    ] as const) {
      const file = path.join(folder, filename);
      writeFileSync(file, text);
      assert.equal((await hub.request('POST', '/api/save/test', { content: text, filename })).status, 200);
      const sha256 = createHash('sha256').update(text).digest('hex');
      const { detection, embeddedFilename } = await hub.fragment((candidate) => candidate.sha256 === sha256);
      const asked = JSON.parse((await hub.request('POST', '/api/detect', { text, filename })).body.toString());
      assert.deepEqual(asked, { detection, embeddedFilename }, filename);
      assert.deepEqual(JSON.parse((await hub.command(['detect', '--json', file])).stdout), asked, filename);
    }
  });

  it('that was detected before is not examined again', async () => {
    const before = await figure('detection_cache_hits_total');
    await hub.request('POST', '/api/detect', { text: contents[0] });
    assert.equal(await figure('detection_cache_hits_total'), before + 1);
  });

  it('is removed from the cache as soon as the setting disables it', async () => {
    assert.ok((await figure('detection_cache_entries')) > 0);
    mkdirSync(path.join(hub.places.home, 'config'), { recursive: true });
    writeFileSync(path.join(hub.places.home, 'config', 'cache.json'), '{"max_detection_cache": 0}');
    await until('empty cache', async () => (await figure('detection_cache_entries')) === 0);
  });

  it('of one copied file is what the file is', async (t) => {
    const folder = temporaryHome(t);
    const file = path.join(folder, 'mean.py');
    writeFileSync(file, contents[0] ?? '');
    await owner.own({ 'text/uri-list': { content: { text: `file://${file}\r\n` } } });
    const fragment = await hub.fragment((candidate) => candidate.kind === 'files' && candidate.state === 'kept');
    assert.deepEqual([fragment.detection?.typeId, fragment.reason], ['python', 'file_list']);
  });
});
