import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const source = path.join(import.meta.dirname, '../..');

/** A program that prints which packages a module loads; what begins with `#` is a file of our own. */
const listing = (module: string): string => `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ resolve: (specifier, context, next) => { if (!/^(node:|file:|data:|[./#])/.test(specifier)) loaded.add(specifier); return next(specifier, context); } });
  await import(${JSON.stringify(path.join(source, module))});
  console.log([...loaded].join());
  process.exit();`;

function packagesOf(module: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', listing(module)], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

test('the threads of the journal load no package: each would be in the memory of each thread', () => {
  for (const module of ['journal/writing/write-table.ts', 'journal/search/search.ts']) assert.equal(packagesOf(module), '', module);
  assert.equal(packagesOf('contract/annotation.ts'), 'zod', 'nothing would have been seen');
});
