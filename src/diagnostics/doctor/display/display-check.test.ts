import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundDisplay, judgeDisplay } from './display-check.ts';

const screen = { windowManager: 'Openbox', textDpi: 96 } as unknown as FoundDisplay['session']['screen'];
const wayland: FoundDisplay = {
  session: { hasX11: false, hasWayland: true, desktops: ['sway'], screen: null },
  ...{
    display: '',
    compositor: 'wayland-1',
    hasPlace: true,
    announced: new Set(['wl_seat', 'wl_compositor']),
    captures: false,
    installer: 'apt-get',
    hasXwayland: false,
  },
};
const withX = (found: FoundDisplay): FoundDisplay => ({ ...found, session: { ...found.session, hasX11: true, screen } });
const shows = (name: string): FoundDisplay => ({ ...wayland, announced: new Set(['wl_seat', 'wl_compositor', name]) });

test('a compositor that shows its clipboard is all that Hub needs, with an X server or without', () => {
  for (const name of ['ext_data_control_manager_v1', 'zwlr_data_control_manager_v1'])
    for (const found of [shows(name), withX(shows(name))]) {
      const { verdict, word, says } = judgeDisplay(found);
      assert.deepEqual([verdict, word], ['ok', 'wayland']);
      assert.match(says, /^Wayland, sway/);
    }
});

test('one that shows it to nobody needs an X server, and the command that brings one is named', () => {
  assert.partialDeepStrictEqual(judgeDisplay(withX(wayland)), { verdict: 'ok', word: 'xwayland' });
  const { verdict, word, mend } = judgeDisplay(wayland);
  assert.deepEqual([verdict, word], ['failure', 'no-xwayland']);
  assert.match(mend ?? '', /^sudo apt install xwayland; /);
  assert.match(judgeDisplay({ ...wayland, hasXwayland: true }).mend ?? '', /^switch Xwayland on .*weston\.ini/, 'it is installed, and off');
});

test('one that does not answer is a failure, and a note where the X server does', () => {
  const silent = { ...wayland, announced: null };
  for (const [found, verdict] of [
    [silent, 'failure'],
    [withX(silent), 'note'],
  ] as const) {
    const told = judgeDisplay(found);
    assert.deepEqual([told.verdict, told.word], [verdict, 'compositor-silent']);
    assert.match(told.says, /wayland-1/);
    assert.match(told.mend ?? '', /WAYLAND_DISPLAY/);
  }
});

test('a terminal whose display has gone says nothing against the Hub that has a display, and one without a folder for sockets what is missing', () => {
  const gone = { ...wayland, announced: null };
  assert.partialDeepStrictEqual(judgeDisplay({ ...gone, captures: true }), { verdict: 'note', word: 'silent-here' });
  assert.match(judgeDisplay({ ...gone, captures: true }).says, /^wayland-1, the display of this terminal, does not answer;/);
  const deadX = { ...gone, display: ':99', session: { ...gone.session, hasX11: true, hasWayland: false } };
  assert.match(judgeDisplay({ ...deadX, captures: true }).says, /^:99, the display of this terminal, does not answer;/);
  assert.partialDeepStrictEqual(judgeDisplay({ ...gone, hasPlace: false }), { verdict: 'failure', word: 'no-runtime-folder' });
  const afterSu = judgeDisplay({ ...gone, hasPlace: false, captures: true });
  assert.partialDeepStrictEqual(afterSu, { verdict: 'note', word: 'no-runtime-folder' });
  assert.match(afterSu.says, /^XDG_RUNTIME_DIR is not set in this terminal/, 'the compositor was never asked');
  assert.equal(judgeDisplay(shows('ext_data_control_manager_v1')).word, 'wayland');
  const withoutSeat = { ...wayland, announced: new Set(['ext_data_control_manager_v1']) };
  assert.equal(judgeDisplay(withoutSeat).word, 'no-xwayland', 'the monitor needs a seat too');
});

test('a terminal without a display says nothing of the Hub that has one', () => {
  const none = { ...wayland, session: { ...wayland.session, hasWayland: false }, announced: null };
  assert.partialDeepStrictEqual(judgeDisplay(none), { verdict: 'failure', word: 'none' });
  assert.partialDeepStrictEqual(judgeDisplay({ ...none, captures: true }), { word: 'none-here' });
});
