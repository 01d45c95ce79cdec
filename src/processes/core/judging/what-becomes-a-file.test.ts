/** What of everyday copies becomes a file without a document, as the core decides it: detection, kind and policy together. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { cacheDocument } from '../../../contract/documents/cache.ts';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { hubDocument } from '../../../contract/documents/hub.ts';
import { recordCapture } from '../../../journal/captures/captures.ts';
import { contentPlaces, readFragment } from '../../../journal/fragments/fragments.ts';
import { DetectionCache } from './detection-cache.ts';
import { judge } from './judge.ts';

const none: readonly string[] = [
  ...[
    'ls -la',
    'npm install',
    'git status',
    'cd ~/projects',
    'sudo apt update',
    'docker compose up -d',
    'pip install requests',
    'git push -f origin main',
  ],
  ...[
    'ssh ann@example.org -p 2222',
    'curl -fsSL https://example.org/a.sh | sh',
    'docker run --rm -it \\\n  -p 8080:80 \\\n  nginx:latest',
    '$ npm test',
  ],
  ...[
    'Kind regards,\nTom',
    'Hi Ann,\nsee you at 8\nBob',
    'milk\nbread\neggs',
    'Main Street 12\n10115 Berlin',
    'Room 4\n10:30',
    'Viele Grüße\nAnna Müller',
  ],
  ...[
    '- milk\n- bread',
    'Tel. 030 123\nFax 030 124',
    'Roses are red,\nviolets are blue',
    'Total: 12.30 EUR',
    'Name: Ann\nPhone: 030 123',
    '# Notes\n\nCall **Ann**',
  ],
  ...['k1\tv1\nk2\tv2', 'a\tb\n1\t2', 'Ann\t31\nBob\t28', '1\t2\t3\n4\t5\t6', 'Name\tAge\nAnn\t31\nBob\t28', 'DE89 3704 0044 0532 0130 00'],
];

const saved: readonly string[] = [
  ...[
    'npm ci\nnpm test',
    '#!/bin/sh\nls -la',
    'cd build\ncmake ..\nmake -j4\nsudo make install',
    'def mean(values):\n    return sum(values) / len(values)',
  ],
  ...['const x = 1;\nconsole.log(x);', 'SELECT name FROM users;', '{"a": 1, "b": [2, 3]}', 'class Point {\n  int x;\n  int y;\n}'],
  'Dear Ann,\n\nthank you for your letter of last week. I have read it with great interest.\n\nKind regards\nBob',
  'Name\tCity\tPhone\nAnn Example\tBerlin\t+49 30 1234567\nBob Example\tParis\t+33 1 234567\nEve Example\tRome\t+39 06 1234567',
  '# Notes\n\n- one\n- two\n\n| Tide | Time |\n|---|---|\n| 5.2 | 10:20 |',
  '# Plan\n\n| a | b |\n|---|---|\n| 1 | 2 |',
  'DE89370400440532013000\nGB29NWBK60161331926819',
];

test('commands, a few words on several lines, small tables and account numbers make no file; scripts, programs, letters, tables and lists do', async (t) => {
  const journal = testJournal(t);
  const knowing = new DetectionCache(() => cacheDocument.parse({}));
  const rules = { filter: contentFilterDocument.parse({}), saveRules: hubDocument.parse({}).save };
  const verdictOf = async (text: string): Promise<string> => {
    const [id = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
    const [fragment, place] = [readFragment(journal, id), contentPlaces(journal, id)[0]];
    assert.ok(fragment !== null && place !== undefined);
    return (await judge({ fragment, place, others: [], rules, mayLookElsewhere: true }, knowing)).verdict.kind;
  };
  for (const text of none) assert.equal(await verdictOf(text), 'keep', text);
  for (const text of saved) assert.equal(await verdictOf(text), 'save', text);
});
