import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effectiveTheme } from './theme.ts';

const systems = ['light', 'dark', 'high-contrast-light', 'high-contrast-dark'] as const;

test('the default is what the system has; light and dark are what they are on every system', () => {
  for (const system of systems) {
    assert.equal(effectiveTheme('default', system), system);
    assert.equal(effectiveTheme('light', system), 'light');
    assert.equal(effectiveTheme('dark', system), 'dark');
  }
});

test('high contrast has the background of the system', () => {
  const chosen = systems.map((system) => effectiveTheme('high-contrast', system));
  assert.deepEqual(chosen, ['high-contrast-light', 'high-contrast-dark', 'high-contrast-light', 'high-contrast-dark']);
});
