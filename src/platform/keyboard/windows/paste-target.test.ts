import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstBelow } from './paste-target.ts';

const [own, hidden, minimized, tool, suspended, editor, desktop] = [1, 2, 3, 4, 5, 6, 7];

/** The windows from top to bottom. `answer` is that of the system to whether one is cloaked: 0, or an error. */
function below(windows: readonly number[], from = own, answer = 0): number {
  const user32 = {
    GetShellWindow: () => desktop,
    GetTopWindow: () => windows[0] ?? 0,
    GetWindow: (window: number | bigint) => windows[windows.indexOf(Number(window)) + 1] ?? 0,
    GetWindowLongW: (window: number | bigint) => (window === tool ? 0x80 : 0),
    IsIconic: (window: number | bigint) => window === minimized,
    IsWindowVisible: (window: number | bigint) => window !== hidden,
  };
  const dwmapi = {
    DwmGetWindowAttribute: (window: number | bigint, _attribute: number, into: Buffer) => {
      into.writeUInt32LE(window === suspended ? 2 : 0);
      return answer;
    },
  };
  return firstBelow(from, (window) => window === own, { user32, dwmapi });
}

test('the window before is the first that a user could see and work in', () => {
  assert.equal(below([own, hidden, minimized, tool, suspended, editor, desktop]), editor);
  assert.equal(below([own, editor, desktop], 0), editor);
});

test('a suspended app and the desktop are never it', () => {
  assert.equal(below([own, suspended, desktop]), 0);
});

test('a window of which the system does not tell whether it is cloaked counts as shown, whatever is in the answer', () => {
  const failed = 0x8007_0057 | 0;
  assert.equal(below([own, suspended, editor], own, failed), suspended);
});

test('a list of windows that never ends is left', () => {
  // The window below the lowest is the first one again, as if windows were put on top meanwhile.
  let asked = 0;
  const user32 = {
    GetShellWindow: () => desktop,
    GetTopWindow: () => hidden,
    GetWindow: () => {
      asked += 1;
      return hidden;
    },
    GetWindowLongW: () => 0,
    IsIconic: () => false,
    IsWindowVisible: () => false,
  };
  assert.equal(
    firstBelow(own, () => false, { user32, dwmapi: { DwmGetWindowAttribute: () => 0 } }),
    0,
  );
  assert.ok(asked > 1_000 && asked < 10_000);
});
