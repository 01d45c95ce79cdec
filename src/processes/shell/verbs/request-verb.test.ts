import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShellState } from '../../../domain/view/page-view.ts';
import { sayPrivate } from './request-verb.ts';

/** @param isPrivate as it is on the disk; the shell has not read that yet. */
function said(isPrivate: boolean): string | undefined {
  let [told, pause]: [string | undefined, unknown] = [undefined, isPrivate ? null : { what: 'everything', untilMs: null, isPrivate: true }];
  sayPrivate({
    get state() {
      return { pause } as ShellState;
    },
    captureChanged: () => {
      pause = isPrivate ? { what: 'everything', untilMs: null, isPrivate } : null;
    },
    notify: (_intent, text) => {
      told = typeof text === 'string' ? text : text();
    },
  });
  return told;
}

test('the window says in its own words whether private mode is on now, and names no command', () => {
  assert.equal(said(true), 'Private mode is on. Copies are neither kept nor shown.');
  assert.equal(said(false), 'Private mode is off. Every copy is kept again.');
});
