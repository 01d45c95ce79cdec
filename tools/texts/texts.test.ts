import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Catalogues, catalogueFaults } from './catalogue-faults.ts';
import { saidIn } from './said.ts';
import { unsaidIn } from './unsaid.ts';

const imported = "import { say } from '../domain/language/say.ts';\n";

/** The faults of a source, with these catalogues. */
function faultsOf(source: string, catalogues: Catalogues = {}): readonly string[] {
  return catalogueFaults(saidIn('a.tsx', imported + source), catalogues);
}

const count = '{count, plural, one {# copy} other {# copies}}';

test('a text that is said, with its values, is no fault once every catalogue has it', () => {
  const source = `const f = () => say('${count} in {folder}', { count: list.length, folder });`;
  const english = `${count} in {folder}`;
  assert.deepEqual(faultsOf(source, { de: { [english]: '{count, plural, one {# Kopie} other {# Kopien}} in {folder}' } }), []);
  assert.deepEqual(faultsOf(source, { 'zh-CN': { [english]: '{folder} 中有 {count, plural, other {# 个条目}}' } }), []);
  assert.deepEqual(faultsOf(source, { de: {} }), [`languages/de.json: ${JSON.stringify(english)} is not translated`]);
});

test('a call that cannot be translated or checked is a fault', () => {
  const fault = (source: string): string => faultsOf(source).join('\n');
  assert.match(fault('const f = (a) => say(a);'), /^a\.tsx:2: say\(\) takes a literal/);
  assert.match(fault('const f = (a) => say(`$' + '{a} copies`);'), /takes a literal/);
  assert.match(fault("const table = { a: say('Now') };"), /while the module loads/);
  assert.match(fault("const f = () => say('{a', {});"), /not an ICU message/);
  assert.match(fault("const f = () => say('{a} of {b}', { a });"), /the text has \{b\}, and no value/);
  assert.match(fault("const f = () => say('{a}', { a, b });"), /the value b is not in the text/);
  assert.match(fault("const f = (all) => say('{a}', all);"), /the values are an object literal/);
  assert.match(fault("const f = (all) => say('{a}', { ...all });"), /the values are an object literal/);
  assert.match(fault(`const f = () => say('{n, plural, one {#} few {#} other {#}}', { n });`), /n has a form few, which is never used/);
  assert.match(fault(`const f = () => say('{n, plural, other {#}}', { n });`), /n lacks the form one/);
});

test('a translation that addresses the user is a fault', () => {
  const faults = (text: string, language: string): readonly string[] =>
    faultsOf("const f = () => say('Try again');", { [language]: { 'Try again': text } });
  const addressing = [
    'Versuchen Sie es erneut',
    'Ändern Sie sie',
    'Ihre Erlaubnis fehlt',
    'Sie haben ihn erlaubt',
    'fragt er Sie in einem Fenster',
    'deine Kopie',
  ];
  for (const text of addressing) assert.match(faults(text, 'de').join(), /addresses the user/, text);
  for (const text of ['请您重试', '你已允许']) assert.match(faults(text, 'zh-CN').join(), /addresses the user/, text);
  assert.deepEqual(faults('Bitte erneut versuchen. Sie ist weg.', 'de'), []);
});

test('a text for another process has to be recognized there', () => {
  const fault = (source: string): string =>
    catalogueFaults(saidIn('a.ts', `import { told } from '../domain/language/say.ts';\n${source}`), {}).join('\n');
  assert.equal(fault("const f = () => told('ended with code {code} ({words})', { code, words });"), '');
  assert.match(fault("const f = () => told('ended with code {code}{words}', { code, words });"), /two values stand next to each other/);
  assert.match(fault("const f = () => told('it is broken by {thing}', { thing });"), /the form of \{thing\} is not in/);
  assert.match(fault("const f = () => told('{cause}: {why}', { cause, why });"), /too few words of its own/);
});

test('a function of the same name is another one', () => {
  assert.deepEqual(saidIn('a.ts', "const say = (message) => send(message); say('Now');"), []);
});

test('a translation has the arguments of its English text, used in the same way, and the forms of its language', () => {
  const source = `const f = () => [say('${count}', { count }), say('{kind, select, text {a text} other {a file}}', { kind })];`;
  const select = '{kind, select, text {a text} other {a file}}';
  const fault = (translations: Readonly<Record<string, string>>): string =>
    faultsOf(source, { de: { [count]: count, [select]: select, ...translations } }).join('\n');
  assert.equal(fault({}), '');
  assert.match(fault({ [count]: 'Kopien' }), /\{count\} \(plural\) is missing or used otherwise/);
  assert.match(fault({ [count]: '{count} Kopien' }), /\{count\} \(plural\) is missing or used otherwise/);
  assert.match(fault({ [count]: `${count} in {ordner}` }), /\{ordner\} is not in the English text/);
  assert.match(fault({ [count]: '{count, plural, other {# Kopien}}' }), /count lacks the form one/);
  assert.match(fault({ [select]: '{kind, select, file {a} other {b}}' }), /\{kind\} \(select other text\) is missing or used otherwise/);
  assert.match(fault({ [count]: '{count, plural, one {#} other {#}' }), /not an ICU message/);
  assert.match(fault({ [count]: '' }), /the translation is empty|is missing/);
  assert.match(fault({ 'Long ago': 'Vor langer Zeit' }), /"Long ago" is said nowhere any more/);
  assert.match(faultsOf("const f = () => [say('a b'), say('c d')];", { de: { 'c d': 'x', 'a b': 'y' } }).join(), /not in order/);
});

test('texts that reach a user without say are found, wherever they stand', () => {
  const found = (source: string): readonly string[] => unsaidIn('a.tsx', source).map(({ text }) => text);
  assert.deepEqual(found("surface.print('Done');"), ['Done']);
  assert.deepEqual(found('surface.print(`$' + '{count} copies`);'), ['· copies']);
  assert.deepEqual(found("failedBecause(surface, isGone ? 'gone' : why, 'not_found');"), ['gone']);
  assert.deepEqual(found("hub.command('stop').description('stop Hub').option('--json', 'print one JSON value');"), [
    'stop Hub',
    'print one JSON value',
  ]);
  assert.deepEqual(found("hub.command('a').argument('<id>', 'identity').addHelpText('after', 'Examples');"), ['identity', 'Examples']);
  assert.deepEqual(found("const why = { gone: 'there is no such copy' };"), ['there is no such copy']);
  assert.deepEqual(found("shell.notify('info', 'Saved');"), ['Saved']);
  assert.deepEqual(found("const gone = { kind: 'problem', reason: 'gone', detail: 'It is gone.' };"), ['It is gone.']);
  assert.deepEqual(found("refusal('not-kept', 'It is in the history already.');"), ['It is in the history already.']);
  assert.deepEqual(found("refusal('not-kept', told('It is in the history already.'));"), []);
  assert.deepEqual(found("formatTable(['ID', 'NAME'], rows);"), ['ID', 'NAME']);
  assert.deepEqual(found("const item = { id: 'exit', kind: 'item', label: 'Exit' };"), ['Exit']);
  assert.deepEqual(found('const a = <button title="Undo" className="wide open">Delete it</button>;'), ['Undo', 'Delete it']);
  assert.deepEqual(found("const a = <p>{isOn ? 'On' : say('Off')}</p>;"), ['On']);
  assert.deepEqual(found('const a = <Field placeholder={`Name`} tone="quiet" />;'), ['Name']);
  assert.deepEqual(found("say('{a}', { a: 'a copy of it' });"), ['a copy of it'], 'also inside of another text');
});

test('what no user reads is not taken for a text', () => {
  const source = `
    import a from './a file.ts';
    log.info('page was answered', { kind: 'a b' });
    parts.log.warn('tray not shown');
    log()?.debug('pipe asked', { ok });
    const answer = { kind: 'bytes', mediaType: 'text/plain; version=0.0.4' };
    throw new Error('a table must have rows');
    if (reason === 'the journal is full' || reason.startsWith('the journal')) {}
    database.prepare('SELECT id FROM fragments WHERE id = ?');
    const mend = "chmod go-rwx a";
    const useStyles = makeStyles({ a: { border: '1px solid red', gridTemplateRows: 'auto minmax(0, 1fr)' } });
    const b = <div className="one two" style={{ margin: '0 auto' }}>{' · '}{count}</div>;
    surface.print(\`\${name}: \${value}\`);
    const command = { kind: 'show', name: 'history', text: 'plain' };
    const shown = say('Nothing is on the clipboard now');
    type Lost = 'window destroyed' | 'page not responding';
    surface.complain(\`hub: \${why}\`);
  `;
  assert.deepEqual(unsaidIn('a.tsx', source), []);
});
