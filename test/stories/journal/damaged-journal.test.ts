/** A journal that is damaged inside, before the start or while Hub runs, stops no process for long and loses no later copy. */
import assert from 'node:assert/strict';
import { randomFillSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { until } from '../../harness/until.ts';

const patientMs = 30_000;
const commands = [['history'], ['search', 'copy'], ['show', '1'], ['delete', '1']] as const;

/** The header stays intact, so that SQLite opens the file. */
function damage(file: string, everyBytes = 8_192): void {
  const bytes = readFileSync(file);
  for (let offset = 8_192; offset < bytes.length; offset += everyBytes)
    randomFillSync(bytes, offset, Math.min(2_048, bytes.length - offset));
  writeFileSync(file, bytes); // in place: the same file
}

/** Random bytes in its first page, except in what SQLite reads when it opens a connection. */
function damageTable(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const root = Number(database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)?.rootpage);
  database.close();
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0xff, (root - 1) * 4_096, root * 4_096));
}

async function copy({ owner, hub }: HubDesk, text: string): Promise<void> {
  await owner.own({ UTF8_STRING: { content: { text } } });
  await hub.fragment((fragment) => fragment.text === text && fragment.state !== 'captured');
}

function putAsideOf({ hub }: HubDesk): readonly string[] {
  return readdirSync(path.dirname(hub.places.journal)).filter((name) => /^hub\.db\.bad-.*Z$/.test(name));
}

describe('a journal that is damaged inside', { skip: withoutXvfb() }, () => {
  it('is reported in one sentence by each command and put aside at the start, which is reported as long as the file exists', async () => {
    await using desk = await startHubDesk();
    const { hub } = desk;
    for (let number = 1; number <= 30; number += 1) await copy(desk, `copy ${number} ${'of this story '.repeat(40)}`);
    await hub.stop();
    damage(hub.places.journal);
    for (const words of commands) {
      const { status, stdout, stderr } = await hub.command([...words, '--json']);
      assert.equal(status, 1, stderr);
      assert.match(stderr, /^hub: the journal is damaged; [^\n]+\n$/, words.join(' '));
      assert.equal(JSON.parse(stdout).ok, false);
    }
    await hub.start();
    await copy(desk, 'made after it');
    const [file] = putAsideOf(desk);
    assert.ok(file !== undefined);
    const told = async (): Promise<boolean> => (await hub.command(['status'])).stdout.includes(file);
    assert.ok(await told());
    assert.ok((await hub.command(['start'])).stdout.includes(file));
    assert.equal((await hub.command(['status', '--json'])).stdout.includes(file), true);
    rmSync(path.join(path.dirname(hub.places.journal), file));
    await hub.command(['restart', 'python_core']);
    assert.equal(await told(), false);
  });

  it('that opens nevertheless is put aside when a component finds the damage, and the start ends with all of them up', async () => {
    await using desk = await startHubDesk();
    const { hub } = desk;
    await copy(desk, 'made before it');
    await hub.stop();
    damageTable(hub.places.journal, 'fragments');
    assert.equal((await hub.command(['start', '--headless'])).status, 0);
    await hub.until(
      ({ components }) => putAsideOf(desk).length === 1 && components.every(({ id, state }) => state === 'running' || id === 'hub'),
    );
    await copy(desk, 'made after it');
    assert.doesNotMatch(hub.logs(), /component given up/);
  });

  it('under a running Hub is put aside at once, and later copies are in the new one', async () => {
    await using desk = await startHubDesk();
    const { hub } = desk;
    for (let number = 1; number <= 30; number += 1) await copy(desk, `copy ${number} ${'of this story '.repeat(40)}`);
    await hub.stop();
    await hub.start(); // with an empty log, which would answer for the pages that are in it
    damage(hub.places.journal, 4_096);
    await desk.owner.own({ UTF8_STRING: { content: { text: 'made meanwhile' } } });
    await until('that it is put aside', () => putAsideOf(desk).length === 1 && existsSync(hub.places.journal), patientMs);
    await hub.until(({ components }) => components.every(({ id, state }) => state === 'running' || id === 'hub'));
    await hub.fragment(({ text }) => text === 'made meanwhile');
    await copy(desk, 'made after it');
    assert.equal((await hub.command(['history'])).status, 0);
    const texts = (await hub.fragments()).map(({ text }) => text);
    for (const text of ['made meanwhile', 'made after it']) assert.equal(texts.filter((one) => one === text).length, 1);
    assert.deepEqual(putAsideOf(desk).length, 1);
  });
});
