import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import type { Language } from '../../src/contract/documents/hub.ts';
import { sayHeard, speak } from '../../src/domain/language/say.ts';
import { saidIn } from './said.ts';

afterEach(() => speak('en'));

const root = path.join(import.meta.dirname, '../..');

/** A text with its values, before it became a sentence. */
interface Made {
  readonly text: string;
  readonly values: Readonly<Record<string, string | Made>>;
}

const made = (text: string, values: Made['values'] = {}): Made => ({ text, values });

/** What occurs, with everything that also stands between the values of a text. */
const occurring: Readonly<Record<string, readonly (string | Made)[]>> = {
  at: ['2026-11-20 10:15'],
  because: [made('it looks like {secret}', { secret: made('a GitHub token') })],
  cause: [
    made('ended with code {code}', { code: '1' }),
    made('ended with code {code} ({words})', { code: '7', words: 'Error: a; b (c); hub restart x tries again' }),
    made('ended by {signal}', { signal: 'SIGSEGV' }),
    made('ended by {signal} ({words})', { signal: 'SIGABRT', words: 'the heap; out of memory' }),
    made('{verdict} and was killed', { verdict: made('did not answer') }),
    made('{verdict} and was killed ({words})', { verdict: made('was not ready in time'), words: 'x and was killed (y)' }),
    made('could not be started ({words})', { words: 'ENOENT' }),
  ],
  code: ['1', 'EACCES'],
  count: ['2', '50'],
  detail: ['EMFILE', 'too many (open) files; really'],
  end: ['18:00', 'Fri 27 Nov 18:00', '27 Nov 2027, 06:00 PM'],
  file: ['Logs/clipboard.failed.log', '/home/ann b/; hub/Logs/clipboard.failed.log', 'hub.db.bad-2026-11-20T10-15-00-000Z'],
  flaw: [made('belongs to another user')],
  display: [':1', 'wayland-0'],
  folder: ['/home/ann b/hub; is not a folder; x', '/tmp/a', 'C:\\Users\\Ann B\\Hub', '\\\\host\\a b'],
  form: ['31'],
  hold: ['case-17', 'a'],
  home: ["/home/ann b can't be used (x); y", '/h', 'C:\\Hub'],
  id: ['clipboard', 'settings_host'],
  known: ['30'],
  mend: [made('delete what is not needed, or raise journal.max_megabytes in hub.json')],
  name: ['HUB_HOME'],
  pid: ['4711'],
  port: ['5001'],
  program: ['nc', 'my server; end it', made('another Hub (process {pid})', { pid: '12' }), made('another program')],
  reason: [made('ended with code {code} ({words})', { code: '1', words: 'a (b)' }), made('it ended')],
  rows: ['3'],
  secret: [made('a GitHub token'), made('a secret')],
  signal: ['SIGSEGV', 'SIGUSR1'],
  size: ['20.0 GB', '200 MB'],
  to: ['web_listener'],
  used: ['18.2 GB'],
  variable: ['HUB_BRIDGE_PORT'],
  verdict: [made('did not answer')],
  why: [
    made('was not kept'),
    made('it will be restarted in a moment ({reason})', { reason: made('ended by {signal}', { signal: 'SIGKILL' }) }),
    made('{cause}; {file} has its last lines; hub restart {id} tries again', {
      cause: made('ended with code {code} ({words})', { code: '1', words: 'a; b has its last lines; hub restart c tries again' }),
      file: '/a b/Logs/hub.failed.log',
      id: 'hub',
    }),
  ],
  words: ['RangeError: a (b); c', 'EACCES'],
};

const told = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file))
  .map((file) => ({ file, content: readFileSync(path.join(root, 'src', file), 'utf8') }))
  .filter(({ content }) => content.includes('told('))
  .flatMap(({ file, content }) => saidIn(file, content))
  .flatMap(({ isTold, english }) => (isTold && english !== null ? [english] : []));

function inLanguage(whole: string | Made, translations: Readonly<Record<string, string>>): string {
  if (typeof whole === 'string') return whole;
  const { text, values } = whole;
  return (translations[text] ?? text).replaceAll(/\{(\w+)\}/g, (_, name: string) => inLanguage(values[name] ?? '', translations));
}

/** Each value of each name occurs once, whatever the others are. */
function sentencesOf(text: string): readonly Made[] {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const most = Math.max(1, ...names.map((name) => occurring[name]?.length ?? 0));
  return Array.from({ length: most }, (_, turn) => {
    const values = names.map((name) => {
      const all = occurring[name];
      assert.ok(all, `no value for {${name}} of ${text}`);
      return [name, all[turn % all.length] ?? ''] as const;
    });
    return made(text, Object.fromEntries(values));
  });
}

for (const language of ['de', 'zh-CN'] satisfies Language[])
  test(`every sentence for another process is said there as a whole, whatever its values are: ${language}`, () => {
    const translations = JSON.parse(readFileSync(path.join(root, `languages/${language}.json`), 'utf8')) as Record<string, string>;
    speak(language, translations);
    assert.ok(told.length > 80);
    for (const sentence of told.flatMap(sentencesOf))
      assert.equal(sayHeard(inLanguage(sentence, {})), inLanguage(sentence, translations), sentence.text);
  });
