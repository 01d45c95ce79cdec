#!/usr/bin/env node
/**
 * The command `hub`. `hub run` becomes the supervisor, which lives all day: it loads nothing of the other commands. Each of those is a client
 * of a contract.
 */

const words = process.argv.slice(2);
// The supervisor stays for days: it does not load what reads command lines, which is asked only about words that are not plain.
if (words[0] === 'run' && words.slice(1).every((word) => word === '--headless' || word === '--hidden')) {
  // A terminal that was closed, a `hub start` that has ended: Hub does not die of having nobody to talk to.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  await import('../src/processes/supervisor/main.ts').catch(explainMissingPackage);
} else {
  let isVerdict = false;
  process.stdout.on('error', (error) => void outputFailed(error, isVerdict));
  process.stderr.on('error', () => {}); // nobody reads what is wrong
  const { isJsonAsked, runCommand } = await import('../src/cli/program.ts').catch(explainMissingPackage);
  const { locatePlaces: locate } = await import('../src/platform/locations.ts');
  const { readSurroundings: surroundings } = await import('../src/platform/surroundings.ts');
  const { languageSetting, speakAs } = await import('../src/configuration/speak-language.ts');
  const places = locate(surroundings(process.env));
  // What programs read is the same in every language.
  if (!isJsonAsked(words)) speakAs(languageSetting(places), process.env);
  const run = runCommand(
    words,
    {
      places,
      env: process.env,
      terminal: process.stdout.isTTY === true,
      inputIsTerminal: process.stdin.isTTY === true,
      canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
      columns: process.stdout.columns || 120,
      print: (line) => void process.stdout.write(`${line}\n`),
      printBytes: (bytes) => void process.stdout.write(bytes),
      complain: (line) => void process.stderr.write(`${line}\n`),
      showProgress: process.stderr.isTTY ? (line) => void process.stderr.write(`\r\x1b[K${line}`) : undefined,
      interrupted: untilInterrupted,
      statusCounts: () => {
        isVerdict = true;
      },
      readInput: readStandardInput,
      edit: async (file) => (await import('../src/cli/terminal.ts')).runEditor(process.env.VISUAL || process.env.EDITOR || null, file),
      autostart: async () => {
        const [{ autostart }, { listOwner }] = await Promise.all([
          import('../src/platform/autostart/index.ts'),
          import('../src/platform/launcher.ts'),
        ]);
        return autostart({ platform: process.platform, env: process.env, places, owner: listOwner(places, process.env) });
      },
      withdrawEntry: async () => {
        const [{ jumpList }, { listOwner }] = await Promise.all([
          import('../src/platform/jump-list/index.ts'),
          import('../src/platform/launcher.ts'),
        ]);
        const owner = listOwner(places, process.env);
        await jumpList({ platform: process.platform, env: process.env, userHome: places.userHome, owner }).withdraw?.();
        const { thisProgram, withdrawPermission } = await import('../src/platform/clipboard/wayland/window-permission.ts');
        await withdrawPermission(thisProgram(process.env, places.userHome));
      },
      confirm: async (...asked) => (await import('../src/cli/terminal.ts')).confirm(...asked),
    },
    import.meta.filename,
  );
  process.exitCode = await run.catch(explainMissingPackage);
}

/** Once the standard output fails. A command whose status is a verdict goes on to it when nobody reads any more. */
async function outputFailed(error: Error, isVerdict: boolean): Promise<void> {
  const { outputFailure } = await import('../src/cli/surface.ts');
  const failure = outputFailure(error);
  if (failure === null && isVerdict) return;
  if (failure !== null) process.stderr.write(`hub: ${failure}\n`);
  process.exit(failure === null ? 0 : 1);
}

/** The checkout was updated, and its setup did not run since: one line instead of a stack. Anything else that is missing is a bug. */
function explainMissingPackage(error: unknown): never {
  if (!(error instanceof Error) || !/^Cannot find (package|module) '(?![A-Za-z]:)[^./\\]/.test(error.message)) throw error;
  process.stderr.write('hub: packages that Hub needs are missing in this checkout; run once: node setup.mjs\n');
  process.exit(1);
}

/** All of it, or its first `limitBytes` and a little more: a program that never ends is then not waited for. */
async function readStandardInput(limitBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limitBytes) break;
  }
  return Buffer.concat(chunks);
}

function untilInterrupted(): AbortSignal {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interruption.abort());
  return interruption.signal;
}
