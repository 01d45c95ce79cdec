/**
 * `npm run check`: everything that can be checked in half a minute without starting Hub, in parallel. Prints one line per step, and the output of a failed one; of
 * tests only those that failed. Exit status 1 if one failed. `npm run lint` and `npm run typecheck` run some of its steps.
 *
 * Of the unit tests it runs those of what is not committed yet, or of the last commit (`run-tests/unit-tests.ts`), the nearest ones where many import what is changed, and says how many
 * others do: all of them take some minutes of a processor. `npm run test:unit` runs all, and so does `npm test`. Of the style it checks that of
 * the same files, and `npm run lint` that of all.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { changedFiles, testsOf } from './run-tests/unit-tests.ts';

interface Step {
  readonly name: string;
  readonly words: readonly string[];
}

const root = path.join(import.meta.dirname, '..');
const script = (file: string): string => path.join(root, 'node_modules', file);

/** Results are kept in `.runtime/`, so that the next run checks only what changed. */
function typecheck(project: string, remembered: string): readonly string[] {
  const file = path.join(root, '.runtime', `${remembered}.tsbuildinfo`);
  return [script('typescript/bin/tsc'), '--project', project, '--incremental', '--tsBuildInfoFile', file];
}

/** Far more than any step takes: a step that hangs is killed, and has failed. */
const stepWithinMs = 600_000;

/** At most this many processes, because tests wait for much of their time. */
const mostShards = 8;
const filesOfShard = 10;
/** Each takes most of a second of a processor. */
const mostTests = 16;

/** None where nothing is changed that has one; all where git does not say what is changed. */
function unitTestSteps(changed: readonly string[] | null): readonly Step[] {
  const reached = changed === null ? [] : testsOf(changed, root);
  const files = reached.slice(0, mostTests);
  if (reached.length > files.length)
    process.stdout.write(
      `note   ${reached.length - files.length} more files of unit tests import what is changed; to run them: npm run test:unit\n`,
    );
  if (changed !== null && files.length === 0) return [];
  const shards = changed === null ? mostShards : Math.min(mostShards, Math.ceil(files.length / filesOfShard));
  return Array.from({ length: shards }, (_, index): Step => {
    const shard = `${index + 1}/${shards}`;
    return {
      name: `unit tests ${shard}`,
      words: [path.join(root, 'tools/run-tests/main.ts'), '--unit', `--test-shard=${shard}`, ...files],
    };
  });
}

/** They decide about the style of every file. */
const decidesStyle = /^(?:biome\.json|package-lock\.json)$/;

/** What Biome says of a file depends on nothing but that file: `npm run check` looks at those that are changed, and `npm run lint` at all. */
function styleStep(changed: readonly string[] | null): readonly Step[] {
  const isWhole = changed === null || changed.some((file) => decidesStyle.test(file));
  const files = isWhole ? ['.'] : changed.filter((file) => existsSync(path.join(root, file)));
  if (files.length === 0) return [];
  const words = ['ci', '--error-on-warnings', '--colors=off', '--no-errors-on-unmatched'];
  return [{ name: 'style', words: [script('@biomejs/biome/bin/biome'), ...words, ...files] }];
}

const isCheck = process.argv[2] === undefined;
const changed = isCheck ? changedFiles(root) : null;
/** The slowest steps come first. */
const steps: readonly Step[] = [
  ...(isCheck ? unitTestSteps(changed) : []),
  { name: 'types', words: typecheck('.', 'types') },
  { name: 'types of the page', words: typecheck('src/processes/shell/page', 'page-types') },
  { name: 'types of the page of the logs', words: typecheck('src/logs/viewer', 'log-viewer-types') },
  { name: 'types of the extension', words: typecheck('extension', 'extension-types') },
  { name: 'import rules', words: [path.join(root, 'tools/import-rules/main.ts')] },
  { name: 'file sizes', words: [path.join(root, 'tools/file-sizes.ts')] },
  { name: 'texts', words: [path.join(root, 'tools/texts/main.ts')] },
  { name: 'linear expressions', words: [path.join(root, 'tools/linear-regexps.ts')] },
  { name: 'dead code', words: [script('knip/bin/knip.js'), '--no-progress'] },
  ...styleStep(changed),
];

interface Result {
  readonly step: Step;
  readonly status: number | null;
  readonly output: string;
  readonly seconds: number;
}

function run(step: Step): Promise<Result> {
  const startedAtMs = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.words, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
      timeout: stepWithinMs,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('close', (status) => resolve({ step, status, output, seconds: (performance.now() - startedAtMs) / 1_000 }));
  });
}

/** The steps of other common scripts. */
const groups: Readonly<Record<string, readonly string[]>> = {
  lint: ['import rules', 'file sizes', 'texts', 'linear expressions', 'dead code', 'style'],
  typecheck: ['types', 'types of the page', 'types of the page of the logs', 'types of the extension'],
};

const asked = process.argv[2] ?? '';
const group = Object.hasOwn(groups, asked) ? groups[asked] : undefined;
/** More than there are processors, because unit tests wait for two thirds of their time. */
const atOnce = Math.min(steps.length, 4 * availableParallelism());
const waiting = steps.filter(({ name }) => group?.includes(name) ?? true);
const failed: Result[] = [];
async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const result = await run(step);
    const counts = /^ℹ pass (\d+)[\s\S]*?^ℹ skipped (\d+)/m.exec(result.output);
    const detail = counts === null ? '' : `, ${counts[1]} passed, ${counts[2]} skipped`;
    process.stdout.write(`${result.status === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${result.seconds.toFixed(1)} s${detail})\n`);
    if (result.status !== 0) failed.push(result);
  }
}
await Promise.all(Array.from({ length: atOnce }, work));
/** Of tests only those that failed: the others are hundreds of lines. */
function toRead(output: string): string {
  const failing = output.lastIndexOf('✖ failing tests:');
  return failing < 0 ? output : output.slice(failing);
}

for (const { step, output } of failed) process.stdout.write(`\n--- ${step.name}\n${toRead(output)}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
