/** A support bundle of a Hub that runs: it has what helps, nothing of its user, and is all there or not at all. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { askStatus } from '../../../src/client/ask-pipes.ts';
import { openHubClient } from '../../../src/client/hub-client.ts';
import { supportManifest, supportPresets } from '../../../src/contract/diagnostics/support-bundle.ts';
import { makeBundle } from '../../../src/diagnostics/bundle/make-bundle.ts';
import type { PartFacts } from '../../../src/diagnostics/bundle/part.ts';
import { bundleParts, partsOf } from '../../../src/diagnostics/bundle/parts.ts';
import { programFolder, readProgramFiles } from '../../../src/diagnostics/machine/program-files.ts';
import { canariesIn, plainCanary } from '../../harness/canaries.ts';
import { type CanariedHub, startCanariedHub } from '../../harness/desktop/canaried-hub.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { withoutXvfb } from '../../harness/desktop/x-display.ts';
import { unzipped, type ZipContent } from '../../harness/documents/zip-reader.ts';
import type { TestHub } from '../../harness/hub.ts';

const hubProgram = path.join(import.meta.dirname, '../../../bin/hub.ts');
const relativeName = /^[\w.-]+(?:\/[\w.-]+)*$/;

function canariesOf(files: readonly ZipContent[], report: Buffer, planted: readonly string[]): readonly string[] {
  const inFiles = files.flatMap(({ name, bytes }) =>
    [...canariesIn(Buffer.from(name), planted), ...canariesIn(bytes, planted)].map((found) => `${name}: ${found}`),
  );
  return [...inFiles, ...canariesIn(report, planted)];
}

describe('a support bundle', { skip: withoutXvfb() }, () => {
  let canaried: CanariedHub;
  let hub: TestHub;
  let canaries: readonly string[];
  before(async () => {
    canaried = await startCanariedHub();
    hub = canaried.desk.hub;
    canaries = [...canaried.planted.values(), hub.root];
  });
  after(() => canaried?.[Symbol.asyncDispose]());

  const facts = async (): Promise<PartFacts> => {
    const { signal } = new AbortController();
    const program = readProgramFiles(programFolder, signal);
    return {
      places: hub.places,
      env: hub.env,
      preset: 'full',
      status: await askStatus(hub.places, { timeoutMs: 5_000 }),
      program: () => program,
      signal,
    };
  };
  const emptyFolder = (name: string): string => path.join(hub.root, 'bundles', name);
  const contents = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

  for (const preset of supportPresets) {
    it(`of the preset ${preset} has its parts, and no canary in any form`, async () => {
      const word = plainCanary('own-word');
      writeFileSync(path.join(hub.places.logs, 'settings_host.log'), `{"event":"pipe asked","of":"${word}"}\n`, { flag: 'a' });
      const made = await hub.command(['support-bundle', '--preset', preset, '--output', emptyFolder(preset), '--redact', word, '--json']);
      assert.equal(made.status, 0, made.stderr);
      const told = JSON.parse(made.stdout);
      assert.equal(told.isNewFolder, true);
      assert.match(path.basename(told.path), /^hub-support-\d{4}-\d\d-\d\d-\d{6}\.zip$/);
      assert.deepEqual(contents(emptyFolder(preset)).toSorted(), [path.basename(told.report), path.basename(told.path)].toSorted());
      for (const file of [told.path, told.report]) assert.equal(statSync(file).mode & 0o777, 0o600);
      const files = unzipped(readFileSync(told.path));
      const report = readFileSync(told.report);
      assert.deepEqual(canariesOf(files, report, [...canaries, word]), []);
      const manifest = supportManifest.parse(JSON.parse(files.find(({ name }) => name === 'manifest.json')?.bytes.toString() ?? ''));
      for (const { name, mode } of files) {
        assert.match(name, relativeName);
        assert.equal(mode, 0o100600);
      }
      assert.deepEqual(
        files.map(({ name }) => name),
        ['review.html', 'manifest.json', ...manifest.files.map(({ name }) => name).filter((name) => name !== 'review.html')],
      );
      for (const { name, bytes, sha256 } of manifest.files) {
        const file = files.find((one) => one.name === name);
        assert.deepEqual(
          [bytes, sha256],
          [
            file?.bytes.length,
            createHash('sha256')
              .update(file?.bytes ?? '')
              .digest('hex'),
          ],
        );
      }
      assert.deepEqual(manifest.leftOut, []);
      assert.deepEqual(
        [...new Set(manifest.files.map(({ part }) => part))].filter((part) => part !== 'report').toSorted(),
        partsOf(preset)
          .map(({ id }) => id)
          .toSorted(),
      );
    });
  }

  it('finds a canary that a part of it would give away, so that the search above can fail', async () => {
    for (const leak of [
      (text: string) => text,
      encodeURIComponent,
      (text: string) => Buffer.from(`x${text}`).toString('base64'),
      (text: string) => Buffer.from(text).toString('hex'),
      (text: string) => encodeURIComponent(encodeURIComponent(text)),
      (text: string) => gzipSync(text).toString('base64'),
    ]) {
      const leaking = {
        ...(bundleParts[0] ?? assert.fail()),
        id: 'leaking',
        make: async () => [{ name: 'leaking.json', json: canaries.map(leak) }],
      };
      const folder = emptyFolder('leaking');
      const made = await makeBundle({
        folder,
        preset: 'full',
        parts: [leaking],
        facts: await facts(),
        redact: (text) => ({ text, counts: {} }),
        nowMs: Date.now(),
        language: 'en',
      });
      assert.ok(made.ok);
      const found = canariesOf(unzipped(readFileSync(made.value.path)), Buffer.alloc(0), canaries);
      for (const one of canaries)
        assert.ok(
          found.some((line) => line.includes(one)),
          one,
        );
    }
  });

  it('tells how Hub is: its components, how one of them crashed, its copies and what its logs say', () => {
    const [archive = ''] = contents(emptyFolder('full')).filter((name) => name.endsWith('.zip'));
    const files = unzipped(readFileSync(path.join(emptyFolder('full'), archive)));
    const json = (name: string) => JSON.parse(files.find((file) => file.name === name)?.bytes.toString() ?? 'null');
    const components = json('components.json');
    assert.deepEqual(
      components.components
        .map(({ id }: { id: string }) => id)
        .toSorted()
        .slice(0, 2),
      ['clipboard', 'hub'],
    );
    assert.ok(components.lastEnds.some(({ of, signal }: { of: string; signal: string }) => of === 'save_worker' && signal === 'SIGABRT'));
    assert.ok(components.components.some(({ residentKib }: { residentKib: number }) => residentKib > 10_000));
    const { journal } = json('journal.json');
    assert.ok(journal.fragmentsByKind.text >= 1 && journal.fragmentsByKind.image === 1 && journal.copies.captured >= 3);
    assert.ok(json('metrics.json').hub_http_requests_total > 0);
    const configuration = json('configuration.json');
    assert.deepEqual(configuration['content-filter'].keys.excluded_app_names, { entries: 1 });
    assert.equal(configuration['text-extraction'].keys.read_pictures, 'all');
    assert.equal(json('machine.json').session.hasX11, true);
    assert.ok(json('program.json').files.length > 500);
    const log = files.find(({ name }) => name === 'logs/clipboard.log')?.bytes.toString() ?? '';
    assert.match(log, /"event":"copied"/);
    for (const line of log.trimEnd().split('\n')) assert.ok('event' in JSON.parse(line));
    const { removed } = json('manifest.json');
    assert.ok(removed['foreign-line'] >= 4 && removed['foreign-word'] >= 4, JSON.stringify(removed));
    assert.ok(!files.some(({ name }) => name === 'logs/clipboard.failed.log'), 'a link is not followed');
  });

  it('has the name of this computer and of its user nowhere', () => {
    for (const preset of supportPresets)
      for (const name of contents(emptyFolder(preset)))
        if (name.endsWith('.zip'))
          for (const file of unzipped(readFileSync(path.join(emptyFolder(preset), name))))
            assert.ok(!file.bytes.toString().toLowerCase().includes(os.hostname().toLowerCase()), file.name);
  });

  it('is not there at all if a text could not be looked through', async () => {
    const folder = emptyFolder('broken');
    let texts = 0;
    const redact = (text: string) => {
      texts += 1;
      if (texts > 20) throw new Error('a finder failed');
      return { text, counts: {} };
    };
    const made = await makeBundle({
      folder,
      preset: 'full',
      parts: bundleParts,
      facts: await facts(),
      redact,
      nowMs: Date.now(),
      language: 'en',
    });
    assert.deepEqual([made, contents(folder)], [{ ok: false, reason: 'redaction-failed' }, []]);
  });

  it('is made for another program, and the call gives its path, or nothing', async () => {
    const client = openHubClient({ env: { ...hub.env, DISPLAY: undefined } });
    const folder = emptyFolder('client');
    const made = await client.runSupportPreset(folder, 'minimal');
    assert.equal(path.dirname(made), folder);
    assert.deepEqual(canariesOf(unzipped(readFileSync(made)), Buffer.alloc(0), canaries), []);
    const other = emptyFolder('nothing');
    assert.equal(await client.runSupportPreset(other, 'minimal', AbortSignal.abort()), '');
    assert.equal(await client.runSupportPreset(other, 'everything' as never), '');
    assert.equal(await client.runSupportPreset(null as never, 'minimal'), '');
    mkdirSync(path.dirname(other), { recursive: true });
    writeFileSync(`${other}-file`, '');
    assert.equal(await client.runSupportPreset(`${other}-file`, 'minimal'), '');
    assert.deepEqual(contents(other), []);
  });

  it('that is stopped, at whatever moment, leaves no file', async () => {
    const client = openHubClient({ env: { ...hub.env, DISPLAY: undefined } });
    for (const afterMs of [0, 20, 60, 120, 250]) {
      const folder = emptyFolder(`stopped-${afterMs}`);
      const made = await client.runSupportPreset(folder, 'full', AbortSignal.timeout(afterMs));
      if (made === '') assert.deepEqual(contents(folder), []);
      else assert.equal(contents(folder).length, 2);
    }
  });

  it('opens its report for a person at the terminal, and for a program only if it is asked to', { skip: missingPrograms('script') }, () => {
    const programs = path.join(hub.root, 'programs');
    const opened = path.join(hub.root, 'opened');
    mkdirSync(programs, { recursive: true });
    writeFileSync(path.join(programs, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
    const words = ['support-bundle', '--preset', 'minimal', '--output', emptyFolder('opened')];
    const isOpened = (isTerminal: boolean, ...more: readonly string[]): boolean => {
      rmSync(opened, { force: true });
      const command = [process.execPath, hubProgram, ...words, ...more];
      const [program = '', ...rest] = isTerminal ? ['script', '-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'] : command;
      const ran = spawnSync(program, rest, { env: { ...hub.env, PATH: `${programs}:${process.env.PATH}` }, timeout: 60_000 });
      assert.equal(ran.status, 0, ran.stderr.toString());
      return existsSync(opened) && /hub-support-.+\.html$/.test(readFileSync(opened, 'utf8'));
    };
    assert.deepEqual([isOpened(true), isOpened(true, '--no-open'), isOpened(false), isOpened(false, '--open')], [true, false, false, true]);
  });

  it('is made when no Hub runs too', async () => {
    assert.deepEqual(await hub.stop(), []);
    const made = await hub.command(['support-bundle', '--output', emptyFolder('later'), '--json']);
    assert.equal(made.status, 0, made.stderr);
    const files = unzipped(readFileSync(JSON.parse(made.stdout).path));
    assert.deepEqual(canariesOf(files, Buffer.alloc(0), canaries), []);
    assert.equal(JSON.parse(files.find(({ name }) => name === 'components.json')?.bytes.toString() ?? '').isRunning, false);
  });
});
