import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { done } from '../../base/outcome.ts';
import { lastGoodOf } from '../../configuration/reading/last-good.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import type { Check } from './check.ts';
import { homeChecks } from './home-checks.ts';
import { hubChecks, judgeComponent } from './hub-checks.ts';
import { retentionCheck } from './retention-check.ts';
import { runChecks } from './run-checks.ts';

const nowMs = Date.UTC(2026, 2, 1, 9);
const component = { pid: 1, restarts: 0, uptimeSeconds: 1 } as const;

test('a document that is not used is one failure, of the configuration, whatever else it stops', async (t) => {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  mkdirSync(path.join(home, 'config'), { recursive: true });
  const reason = 'legal-hold.json is not valid; the last valid holds apply, and retention deletes nothing until you fix it';
  const settingsHost = { ...component, id: 'settings_host', state: 'degraded', reason } as const;
  const ports = { bridge: null, web: null };
  const status = done({ ok: true as const, home, workspace: '', ports, components: [settingsHost] });
  const checks = [...hubChecks, ...homeChecks, retentionCheck].filter(({ id }) =>
    ['components', 'configuration', 'retention'].includes(id),
  );
  const verdicts = async (run: readonly Check[]) => {
    const results = await runChecks(run, { places, env: {}, status, nowMs });
    return results.map(({ check, findings }) => `${check.id} ${findings[0]?.verdict}`);
  };
  for (const text of ['{"holds":[{"id":"x","quary":"a"}]}', '{"holds": [', null]) {
    if (text !== null) writeFileSync(places.document('config/legal-hold.json'), text);
    else {
      mkdirSync(places.lastGood, { recursive: true });
      writeFileSync(lastGoodOf(places, 'legal-hold'), '{"holds":[{"id":"x","copies":[1]}]}');
      rmSync(places.document('config/legal-hold.json'));
    }
    assert.deepEqual(await verdicts(checks), ['components note', 'configuration failure', 'retention note'], String(text));
    for (const check of checks) assert.deepEqual(await verdicts([check]), [`${check.id} failure`], String(text));
  }
  const [pointsThere] = judgeComponent(settingsHost, nowMs);
  assert.equal(pointsThere?.mend, 'hub doctor configuration');
  const unfiltered = `nothing is captured: content-filter.json can't be read or is not valid, and no earlier version is known`;
  assert.equal(
    judgeComponent({ ...component, id: 'clipboard', state: 'degraded', reason: unfiltered }, nowMs)[0]?.mend,
    'hub doctor configuration',
  );
});
