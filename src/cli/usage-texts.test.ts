import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { rememberingSurface } from '../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { translationsInto } from '../configuration/speak-language.ts';
import type { Language } from '../contract/documents/hub.ts';
import { speak } from '../domain/language/say.ts';
import { locatePlaces } from '../platform/locations.ts';
import { runCommand } from './program.ts';
import { displayWidth } from './table.ts';

afterEach(() => speak('en'));

/** What the command prints and complains about in this language. */
async function inLanguage(language: Language, home: string, ...words: string[]): Promise<string> {
  const env = { HUB_HOME: home };
  const { surface, printed, complained } = rememberingSurface(
    locatePlaces({ env, platform: 'linux', userHome: home, workingFolder: home, temporaryFolder: home, userId: '1' }),
  );
  speak(language, translationsInto(language));
  await runCommand(words, surface, '');
  return [...printed, ...complained].join('\n');
}

test('help is in the language that is spoken, with its headings and its defaults, and columns of equal width', async (t) => {
  const home = temporaryHome(t);
  const english = await inLanguage('en', home, 'history', '--help');
  assert.match(english, /^Usage: hub history \[options\]\n\nlist the copies/);
  assert.match(english, /--limit <count> +how many to list \(default: 20\)/);
  const german = await inLanguage('de', home, 'history', '--help');
  assert.match(german, /^Aufruf: hub history \[Optionen\]\n\ndie Kopien auflisten/);
  assert.match(german, /--limit <count> +wie viele aufgelistet werden \(Standard: 20\)/);
  assert.match(german, /-h, --help +Hilfe anzeigen/);
  const group = await inLanguage('de', home, 'retention', '--help');
  assert.match(group, /^Aufruf: hub retention \[Optionen\] \[Befehl\]/);
  assert.match(group, /^ {2}help \[Befehl\] +Hilfe zu einem Befehl anzeigen$/m);
  assert.match(group, /^ {2}policy \[Optionen\] {2,}/m);
  const chinese = await inLanguage('zh-CN', home, 'config', '--help');
  const examples = chinese.split('\n').filter((line) => /^ {2}(hub|content-filter|cache|workspaces) {2,}\S/.test(line));
  const columns = new Set(examples.map((line) => displayWidth(/^ +\S+ +/.exec(line)?.[0] ?? '')));
  assert.ok(examples.length >= 4 && columns.size === 1, chinese);
});

test('mistakes in the words of a command line are said in the language that is spoken, with the guess at what was meant', async (t) => {
  const home = temporaryHome(t);
  assert.equal(await inLanguage('de', home, 'show'), "hub: das Argument 'id' fehlt");
  assert.equal(
    await inLanguage('de', home, 'histry'),
    "hub: unbekannter Befehl 'histry'; „hub --help“ zeigt die Befehle (Gemeint: history?)",
  );
  assert.match(await inLanguage('en', home, '--verson'), /^hub: unknown option '--verson' \(Did you mean --version\?\)$/);
  assert.match(await inLanguage('en', home, 'config', 'get', 'hbu', 'language'), /no document hbu; .* \(Did you mean hub\?\)$/);
  assert.match(await inLanguage('en', home, 'config', 'set', 'hub', 'langauge', 'de'), /no key langauge; .* \(Did you mean language\?\)$/);
  assert.match(await inLanguage('en', home, 'config', 'shwo', 'hub'), /unknown command 'shwo'; [^\n]*\n\(Did you mean show\?\)$/);
  assert.equal(await inLanguage('de', home, 'status', '--jsn'), "hub: unbekannte Option '--jsn'\n(Gemeint: --json?)");
  assert.equal(await inLanguage('de', home, 'stop', 'a'), "hub: zu viele Argumente für 'stop': 0 erwartet, 1 angegeben");
  assert.equal(await inLanguage('de', home, 'history', '--limit'), "hub: der Option '--limit <count>' fehlt ihr Wert");
  assert.match(
    await inLanguage('de', home, 'history', '--limit', 'x'),
    /^hub: Wert 'x' der Option .* ist ungültig\. Eine ganze Zahl von 1 bis 99999/,
  );
  assert.match(await inLanguage('de', home, 'tag', '1', '+a:b'), /^hub: ein Schlagwort ist ein Wort von 1 bis 50 Zeichen/);
  assert.match(await inLanguage('zh-CN', home, 'workspace', 'lst'), /^hub: 未知命令 'lst'/);
  assert.equal(await inLanguage('en', home, 'index', 'foo'), `hub: unknown command 'foo'; run "hub --help" for a list`);
  assert.equal(await inLanguage('en', home, "foo'bar"), `hub: unknown command 'foo'bar'; run "hub --help" for a list`);
  assert.match(await inLanguage('en', home, 'show'), /^hub: missing required argument 'id'/);
});
