import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failed } from '../../base/outcome.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { type Check, type CheckFacts, failure, fine, toldBy } from './check.ts';
import { runChecks } from './run-checks.ts';

const facts: CheckFacts = { places: locatePlaces(readSurroundings({ HUB_HOME: '/nowhere' })), env: {}, status: failed('absent'), nowMs: 0 };
const check = (id: string, run: Check['run']): Check => ({ id, title: () => id, run });

describe('checks that are run together', () => {
  it('are all done, whatever one of them does', async () => {
    const results = await runChecks(
      [
        check('hangs', () => new Promise(() => {})),
        check('throws', () => {
          throw Object.assign(new Error('a title of a window'), { code: 'EACCES' });
        }),
        check('rejects', () => Promise.reject(new TypeError('a path'))),
        check('is fine', async () => [fine('all is well')]),
      ],
      facts,
      50,
    );
    assert.deepEqual(
      results.map(({ findings: [found] }) => [found?.verdict, found?.word]),
      [
        ['failure', 'no-answer'],
        ['failure', 'broken'],
        ['failure', 'broken'],
        ['ok', 'ok'],
      ],
    );
    const said = JSON.stringify(results);
    assert.match(said, /EACCES/);
    assert.doesNotMatch(said, /a title of a window|a path/);
    for (const { findings } of results) for (const { verdict, mend } of findings) assert.equal(mend !== undefined, verdict === 'failure');
  });

  it('report one fault as one failure, and never as none', async () => {
    const port = check('port', async () => [failure('held', 'held', 'end it')]);
    const free = check('port', async () => [fine('free')]);
    const components = check('components', async () => [toldBy(['port'], 'port', 'degraded', 'hub doctor port')]);
    const bridge = check('bridge', async () => [toldBy(['port', 'components'], 'see', 'not tested', 'hub doctor port')]);
    const verdicts = async (...run: readonly Check[]) => {
      const results = await runChecks(run, facts);
      for (const { findings } of results) for (const finding of findings) assert.equal('failsIn' in finding, false);
      return results.map(({ findings: [found] }) => found?.verdict);
    };
    assert.deepEqual(await verdicts(bridge), ['failure']);
    assert.deepEqual(await verdicts(components), ['failure']);
    assert.deepEqual(await verdicts(components, bridge), ['failure', 'note']);
    assert.deepEqual(await verdicts(components, port, bridge), ['note', 'failure', 'note']);
    assert.deepEqual(await verdicts(components, free), ['failure', 'ok'], 'the other one finds nothing wrong');
  });
});
