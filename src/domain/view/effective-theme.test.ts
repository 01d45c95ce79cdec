import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveTheme } from './effective-theme.ts';

const systems = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const;

test("the default is the system's theme; light and dark are the same on every system", () => {
  for (const system of systems) {
    assert.equal(effectiveTheme('default', system), system);
    assert.equal(effectiveTheme('light', system), 'light');
    assert.equal(effectiveTheme('dark', system), 'dark');
  }
});

test('high contrast is dark or light like the system', () => {
  const chosen = systems.map((system) => effectiveTheme('high-contrast', system));
  assert.deepEqual(chosen, ['high-contrast-light', 'high-contrast-dark', 'high-contrast-light', 'high-contrast-dark']);
});
