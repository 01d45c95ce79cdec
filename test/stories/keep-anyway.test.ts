/** A copy that was not kept, and that the user wants all the same: what the command says of it, and what can still be done. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { canariesBelow } from '../harness/canaries.ts';
import { type HubDesk, startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { CommandResult, TestHub } from '../harness/hub.ts';
import type { ClipboardOwner, OwnedTargets } from '../harness/owners/clipboard-owner.ts';

const text = (content: string): OwnedTargets => ({ UTF8_STRING: { content: { text: content } } });
/** What `hub keep` says; the name is numbered if two such copies are saved within a second. */
const keptAs = /^Kept as copy (\d+): saved as .*secret-[\d-]+(?: \(\d+\))?\.(\w+), which only you can read\.$/;
const password = (end: string): string => `DB_PASSWORD=kT9vQ2mX7pLzR${end}`;

describe('a copy that was not kept', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  let owner: ClipboardOwner;

  before(async () => {
    desk = await startHubDesk({
      prepare: (starting) => starting.setDocument('config/content-filter.json', { excluded_extensions: ['.json'] }),
    });
    ({ hub, owner } = desk);
  });
  after(() => desk?.[Symbol.asyncDispose]());

  const told = (result: CommandResult): string => {
    assert.deepEqual([result.status, result.stderr], [0, '']);
    return result.stdout.trim();
  };
  const refused = ({ status, stderr }: CommandResult): string => {
    assert.equal(status, 1);
    return stderr.trim();
  };

  async function copied(content: string): Promise<string> {
    const before = (await hub.fragments()).map(({ id }) => id);
    await owner.own(text(content));
    const { id } = await hub.fragment((fragment) => fragment.state === 'filtered' && !before.includes(fragment.id));
    await hub.source(({ absence }) => absence === 'secret' || absence === 'filtered');
    return id;
  }

  it('is explained in the same words by every command, with the rule and what keeps it', async () => {
    const id = await copied(password('1'));
    const why = 'it looks like a password or key in a configuration (detect_secrets in content-filter.json)';
    for (const words of [
      ['copy', id],
      ['show', id, '--content'],
      ['pin', id],
    ])
      assert.match(refused(await hub.command(words)), new RegExp(`copy ${id} was not kept: ${why.replace(/[()]/g, '.')}`));
    const outcome = 'not kept: looks like a password or key in a configuration (detect_secrets in content-filter.json)';
    for (const words of [
      ['explain', id],
      ['explain', '--last'],
    ])
      assert.ok(told(await hub.command(words)).includes(outcome));
    assert.deepEqual(JSON.parse(told(await hub.command(['explain', '--last', '--json']))).decidedBy, 'detect_secrets');
  });

  it('is kept while it is on the clipboard, and judged like any other copy otherwise', async () => {
    const content = `${password('2')}\nHOST=db.example.org\n`;
    const id = await copied(content);
    const said = told(await hub.command(['keep', id]));
    const kept = keptAs.exec(said)?.[1] ?? '';
    const { savedPath, secret } = await hub.fragment((fragment) => fragment.id === kept && fragment.state === 'saved');
    assert.deepEqual([secret, statSync(savedPath ?? '').mode & 0o777], ['password', 0o600]);
    assert.equal(told(await hub.command(['history'])).includes('DB_PASSWORD'), false);
    assert.equal(readFileSync(savedPath ?? '', 'utf8'), content);
    assert.equal((await hub.request('GET', `/api/fragments/${id}`)).status, 404, 'nothing says that it was not kept');
    await hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === content);
    assert.match(refused(await hub.command(['keep', kept])), /is in the history already/);
  });

  it('is gone once something else was copied: then only such copies can be kept from now on', async () => {
    const id = await copied(password('3'));
    await owner.own(text('something harmless that is copied after it'));
    await hub.fragment(({ state }) => state === 'saved');
    const why = refused(await hub.command(['keep', id]));
    assert.match(why, /its content is gone; to keep copies that look like a password .*: hub keep \d+ --always$/);
    assert.deepEqual(canariesBelow(hub.root, [password('3')]), []);
    assert.match(told(await hub.command(['keep', id, '--always'])), /From now on, .* are kept[\s\S]*copy it again\.$/);
    await owner.own(text(password('3')));
    await hub.fragment(({ state, text: found }) => state !== 'filtered' && found === password('3'));
  });

  it('from an excluded application or window is named as that, and can be kept without an ID', async () => {
    hub.setDocument('config/content-filter.json', { blacklisted_window_keywords: ['Bank'] });
    await owner.showWindow({ title: 'My Bank', className: 'Browser' });
    await owner.own(text('a text of the bank'));
    await hub.source(({ absence }) => absence === 'excluded-window');
    assert.match(told(await hub.command(['explain', '--last'])), /blacklisted_window_keywords in content-filter\.json/);
    assert.equal(keptAs.exec(told(await hub.command(['keep'])))?.[2], 'txt');
    await hub.fragment(({ text: found }) => found === 'a text of the bank');
  });

  it('that its program marks as secret is never kept', async () => {
    await owner.own({ ...text('concealed'), 'x-kde-passwordManagerHint': { content: { text: 'secret' } } });
    await hub.source(({ absence }) => absence === 'concealed');
    assert.match(told(await hub.command(['explain', '--last'])), /^not kept: its program marks it as secret, which no setting changes$/);
    assert.equal((await hub.command(['keep'])).status, 1);
    assert.deepEqual(canariesBelow(hub.root, ['concealed secret']), []);
  });
});
