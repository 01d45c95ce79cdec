/** Judging as the core does it, without its process: a text's type, whether it is kept or saved, its file name, and its entries in the search index. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionsOf, judgeFragment } from '../src/domain/capture/content-filter.ts';
import { pathsOfUriList } from '../src/domain/capture/uri-list.ts';
import { identifiedBytes } from '../src/domain/identification-limit.ts';
import { identifyContent } from '../src/domain/identify-content.ts';
import { fitName, planName } from '../src/domain/saving/file-name.ts';
import { isLaidOut, judgeSave } from '../src/domain/saving/save-policy.ts';
import { foldedText } from '../src/domain/search/folding.ts';
import { findSecret } from '../src/domain/secrets/find-secret.ts';
import { textHeadBytes } from '../src/journal/search/searched-fragment.ts';
import { generatedText, hostileTexts } from './harness/owners/hostile-texts.ts';

/** Far more than the slowest text takes on an idle machine (the test prints that), and far less than anybody notices. */
const mostCpuMs = 1_000;
const filter = {
  excluded_app_names: [],
  blacklisted_window_keywords: [],
  excluded_dirs: ['node_modules', '/a/b'],
  excluded_extensions: ['.key', '.tar.gz'],
  excluded_hosts: ['a.example'],
  detect_secrets: true,
  allowed_secrets: [],
};

async function judge(text: string): Promise<void> {
  const head = new TextEncoder().encode(text).subarray(0, 4 * identifiedBytes);
  const known = new TextDecoder().decode(head);
  const { detection, embeddedFilename } = await identifyContent(head, {});
  const extensions = [detection?.extension ?? '', ...extensionsOf(embeddedFilename ?? ''), ...extensionsOf(known)];
  judgeFragment({ paths: [...pathsOfUriList(known), known], extensions }, filter);
  findSecret(known);
  const characters = [...known.trim()].length;
  judgeSave(
    {
      kind: 'text',
      characters,
      detection,
      contentKind: 'prose',
      isList: false,
      isWord: false,
      isShort: false,
      isLaidOut: isLaidOut(known),
      isCommand: false,
      bytes: 99,
      asked: false,
    },
    { policy: 'all', min_text_chars: 3 },
  );
  const planned = {
    embeddedFilename,
    sourceTitle: known,
    text: known,
    kind: 'text',
    detection,
    capturedAt: '2026-11-23T16:54:32Z',
  } as const;
  const name = planName(planned);
  fitName({ ...name, directoryUnits: 20, ordinal: 2 });
  planName({ ...planned, givenFilename: known });
  foldedText(known.slice(0, textHeadBytes));
}

async function cpuMsOf(text: string): Promise<number> {
  const before = process.threadCpuUsage();
  await judge(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

test('each of the hard texts is judged quickly', async (t) => {
  await judge('once, so that what is loaded first is loaded');
  const times: { readonly name: string; readonly ms: number }[] = [];
  for (const { name, text } of hostileTexts) times.push({ name, ms: await cpuMsOf(text()) });
  times.sort((one, other) => other.ms - one.ms);
  t.diagnostic(
    times
      .slice(0, 5)
      .map(({ name, ms }) => `${name} ${ms.toFixed(1)} ms`)
      .join(', '),
  );
  assert.deepEqual(
    times.filter(({ ms }) => ms > mostCpuMs),
    [],
  );
});

test('each of a thousand generated texts is judged quickly', async (t) => {
  let worst = { seed: -1, ms: 0 };
  for (let seed = 0; seed < 1_000; seed += 1) {
    const ms = await cpuMsOf(generatedText(seed));
    if (ms > worst.ms) worst = { seed, ms };
  }
  t.diagnostic(`the slowest: number ${worst.seed}, ${worst.ms.toFixed(1)} ms`);
  assert.ok(worst.ms < mostCpuMs, `number ${worst.seed} took ${worst.ms} ms`);
});
