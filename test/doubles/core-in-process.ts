/** A core of one test, with the parts that a test looks at. */
import os from 'node:os';
import type { TestContext } from 'node:test';
import { cacheDocument } from '../../src/contract/documents/cache.ts';
import { type ContentFilter, contentFilterDocument } from '../../src/contract/documents/content-filter.ts';
import { hubDocument } from '../../src/contract/documents/hub.ts';
import type { Journal } from '../../src/journal/journal.ts';
import { locatePlaces } from '../../src/platform/locations.ts';
import { type Core, openCore } from '../../src/processes/core/core.ts';
import { type FakeComponent, fakeComponent } from './fake-component.ts';
import { directWriter, testJournal } from './temporary-journal.ts';

export interface TestCore {
  readonly core: Core;
  readonly component: FakeComponent;
  readonly journal: Journal;
}

/** It judges nothing before it is told to begin. */
export function testCore(t: TestContext, filter: Partial<ContentFilter> = {}, journal = testJournal(t), judgeProgram?: URL): TestCore {
  const folder = os.tmpdir();
  const component = fakeComponent(
    'python_core',
    locatePlaces({ env: {}, platform: 'linux', userHome: folder, workingFolder: folder, temporaryFolder: folder, userId: '1' }),
  );
  const rules = contentFilterDocument.parse(filter);
  const limits = cacheDocument.parse({});
  const core = openCore({
    component,
    journal,
    writer: directWriter(journal),
    saveRules: () => hubDocument.parse({}).save,
    filter: () => rules,
    cacheLimits: () => limits,
    ...(judgeProgram === undefined ? {} : { judgeProgram }),
  });
  t.after(() => core[Symbol.asyncDispose]());
  return { core, component, journal };
}
