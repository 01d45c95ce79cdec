import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startXDisplay, withoutXvfb } from '../../../test/harness/desktop/x-display.ts';
import { Atoms } from './atoms.ts';
import { connectX } from './connection.ts';
import { GivenContent, givenAtoms, watchGiven } from './content-given.ts';
import { eventMask } from './protocol.ts';

test('who waits for a program hears that it has the content, and not that another one has it, or had it before', {
  skip: withoutXvfb(),
}, async () => {
  await using display = await startXDisplay();
  await using parts = new AsyncDisposableStack();
  const connected = async () => {
    const opened = await connectX(display.name);
    assert.ok(opened.ok);
    return parts.use(opened.value);
  };
  const [owning, watching, pasting, other] = [await connected(), await connected(), await connected(), await connected()];
  const [ofOwner, ofWatcher] = [await Atoms.intern(owning, givenAtoms), await Atoms.intern(watching, givenAtoms)];
  assert.ok(ofOwner !== null && ofWatcher !== null);
  const owner = owning.createWindow(eventMask.property);
  const [taker, stranger] = [pasting.createWindow(0), other.createWindow(0)];
  assert.equal(await watchGiven(watching, ofWatcher, { owner: stranger, taker }), null, 'one that is none of Hub’s');

  const content = new GivenContent(owning, ofOwner, owner);
  content.asked(taker)(true);
  assert.equal(await owning.isViewable(owner), false);
  const watched = await watchGiven(watching, ofWatcher, { owner, taker });
  assert.ok(watched !== null);
  using _watch = watched;
  let isGiven = false;
  void watched.given.then(() => {
    isGiven = true;
  });
  for (let count = 0; count < 20; count += 1) content.asked(stranger)(true);
  content.asked(taker)(false);
  // Told by the server, and then looked at.
  await owning.getSelectionOwner(1);
  for (let turn = 0; turn < 3; turn += 1) await watching.getSelectionOwner(1);
  assert.equal(isGiven, false);
  // A window of its own for that, as toolkits have.
  const ended = content.asked(pasting.createWindow(0));
  // The server has it before the other connection asks.
  await owning.getSelectionOwner(1);
  let isSettled = false;
  const settled = watched.settled().then(() => {
    isSettled = true;
  });
  await owning.getSelectionOwner(1);
  for (let turn = 0; turn < 3; turn += 1) await watching.getSelectionOwner(1);
  assert.equal(isSettled, false);
  ended(true);
  content.asked(stranger)(true);
  await Promise.all([watched.given, settled]);
});
