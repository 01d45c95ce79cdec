/**
 * `npm run check`: everything that can be said of the code without starting Hub, in parallel. A line a step; the output of a step that
 * failed is shown whole. Exit status 1 when one did.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';

interface Step {
  readonly name: string;
  readonly words: readonly string[];
}

const root = path.join(import.meta.dirname, '..');
const script = (file: string): string => path.join(root, 'node_modules', file);

/** Far more than any step takes: one that hangs is ended, and has failed. */
const stepWithinMs = 180_000;

/**
 * The tests of what only decides: they start nothing and wait for nothing, so that all of them run in one process, in seconds. `npm test` runs
 * every test, each file in a process of its own.
 */
const pureTests = ['domain', 'contract', 'journal'].map((folder) => `src/${folder}/**/*.test.ts`);

/** Long ones first. */
const steps: readonly Step[] = [
  {
    name: 'pure tests',
    words: ['--test', '--test-isolation=none', '--test-timeout=60000', ...pureTests, 'bench/**/*.test.ts', 'tools/*.test.ts'],
  },
  { name: 'types', words: [script('typescript-7/bin/tsc'), '--project', '.'] },
  { name: 'types of the page', words: [script('typescript-7/bin/tsc'), '--project', 'src/processes/shell/page'] },
  {
    name: 'walls',
    words: [
      script('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      'src',
      'bin',
      'tools',
      'bench',
      'test',
    ],
  },
  { name: 'linear expressions', words: [path.join(root, 'tools/linear-regexps.ts')] },
  { name: 'dead code', words: [script('knip/bin/knip.js'), '--no-progress'] },
  { name: 'style', words: [script('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
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

const waiting = [...steps];
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
await Promise.all(Array.from({ length: Math.max(2, Math.min(steps.length, availableParallelism())) }, work));
for (const { step, output } of failed) process.stdout.write(`\n--- ${step.name}\n${output}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
