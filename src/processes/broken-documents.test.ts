/** Documents as power cuts, editors and later versions of Hub leave them: each keeps what was in force, and costs one line in the log. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeComponent } from '../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { readDocument } from '../base/documents/json-document.ts';
import { openLog } from '../base/log.ts';
import { documentParser } from '../configuration/document-parser.ts';
import { type DocumentName, documentNames, documents, presentVersion } from '../contract/documents.ts';
import { logFiles } from '../logs/log-names.ts';
import { locatePlaces } from '../platform/locations.ts';
import { openHubDocument, reportDocuments } from './documents.ts';

function home(t: TestContext) {
  const folder = temporaryHome(t);
  const env = { HUB_HOME: folder };
  const places = locatePlaces({ env, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' });
  fs.mkdirSync(places.logs);
  for (const name of documentNames) fs.mkdirSync(path.dirname(places.document(documents[name].file)), { recursive: true });
  return places;
}

/** Each document with something in it that is no default. */
const texts: Readonly<Record<DocumentName, string>> = {
  hub: '{"save": {"policy": "typed"}, "index_refresh": {"weekly_days": ["mon"]}, "mine": [1]}\n',
  'content-filter': '{"excluded_app_names": ["KeePassXC"], "excluded_extensions": ["pem"]}\n',
  cache: '{"max_detection_cache": 7}\n',
  workspaces: '{"workspaces": [{"id": "a", "name": "Ä", "path": "~/a"}], "activeId": "a"}\n',
  commands: '{"commands": [{"name": "Sort", "command": ["sort", "-u"], "kinds": ["text"]}]}\n',
  'retention-policy': '{"enabled": true, "rules": [{"id": "old", "kinds": ["picture"], "max_age": "90d"}]}\n',
  'legal-hold': '{"holds": [{"id": "case-17", "query": "acme"}]}\n',
  'text-extraction': '{"languages": ["deu"], "shortcut": "Ctrl+Alt+T"}\n',
  'structured-text': '{"form": "json"}\n',
  'chat-routing': '{"assistants": [{"name": "A", "address": "https://a.example/?q={prompt}"}], "default_assistant": "A"}\n',
  'python-core-logging': '{"level": "DEBUG"}\n',
};

function inForce(name: DocumentName): unknown {
  const parsed = documentParser(name)(JSON.parse(texts[name]));
  return parsed.ok ? parsed.value : assert.fail(name);
}

test('a document that was cut at any byte is not used, and one with a byte order mark and CRLF is', (t) => {
  const places = home(t);
  for (const name of documentNames) {
    const file = places.document(documents[name].file);
    const whole = Buffer.from(texts[name]);
    for (let length = 0; length < whole.length - 1; length++) {
      fs.writeFileSync(file, whole.subarray(0, length));
      assert.equal(readDocument<unknown>(file, documentParser(name)).ok, false, `${name} cut after ${length} bytes`);
    }
    fs.writeFileSync(file, `\ufeff${texts[name].replaceAll(', ', ',\r\n')}`);
    const loaded = readDocument<unknown>(file, documentParser(name));
    assert.deepEqual(loaded.ok && loaded.value, inForce(name), name);
  }
});

const ways: readonly (readonly [string, (text: string) => string | Buffer, string])[] = [
  ['empty', () => '', 'not-json'],
  ['cut in half', (text) => text.slice(0, text.length / 2), 'not-json'],
  ['full of NULs, as after a power cut', (text) => Buffer.alloc(text.length), 'not-json'],
  ['with NULs at its end', (text) => Buffer.concat([Buffer.from(text), Buffer.alloc(512)]), 'not-json'],
  ['in UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'not-utf-8'],
  ['with a comment', (text) => `// CANARY\n${text}`, 'not-json'],
  ['larger than any document', (text) => text + ' '.repeat(4 * 1024 * 1024), 'too-large'],
  ['of a later version', (text) => text.replace('{', '{"version": 99, '), 'newer'],
];

for (const name of documentNames) {
  test(`${name}: what was in force stays in force, the file is left alone, and one line tells what is wrong`, (t) => {
    for (const [way, spoil, reason] of ways) {
      const places = home(t);
      const file = places.document(documents[name].file);
      fs.writeFileSync(file, texts[name]);
      const component = fakeComponent('settings_host', places);
      const before = openHubDocument(name, component);
      const spoiled = spoil(texts[name]);
      fs.writeFileSync(file, spoiled);
      before.look();
      const after = openHubDocument(name, component);
      for (const document of [before, after]) {
        assert.deepEqual(document.value, inForce(name), way);
        assert.equal(document.standing, 'last-good', way);
        document[Symbol.dispose]();
      }
      const log = openLog({ component: 'settings_host', files: logFiles(places.logs, 'settings_host'), level: 'INFO' });
      reportDocuments({ places, log, degraded: () => {} })[Symbol.dispose]();
      log[Symbol.dispose]();
      const lines = fs.readFileSync(path.join(places.logs, 'hub.log'), 'utf8').trimEnd().split('\n');
      assert.equal(lines.length, 1, way);
      const line = JSON.parse(lines[0] ?? '');
      assert.deepEqual([line.level, line.document, line.reason], ['ERROR', name, reason], way);
      if (reason === 'newer') assert.deepEqual([line.field, line.expected], ['version', `at most ${presentVersion(name)}`]);
      if (reason === 'not-json') assert.equal(typeof line.line, 'number');
      assert.ok(!lines[0]?.includes('CANARY'));
      assert.deepEqual(fs.readFileSync(file), Buffer.from(spoiled), way);
    }
  });
}
