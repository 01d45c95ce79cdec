/** Which files are unit tests, and which of them a change is most likely to break. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { importsIn } from '../import-rules/imports.ts';

/**
 * A test that starts a program or opens a display has a file name that says so, and so has one that takes
 * seconds: it starts many threads, opens thousands of connections, or waits for time limits. The unit tests of the page and of the extension have their own folders, because their sources are checked for browsers.
 */
export const unitTests: readonly string[] = ['{src,tools,bench}/**/!(*.process|*.slow).test.ts', 'test/{page,extension}/unit/*.test.ts'];

/**
 * The files that are not committed yet, or those of the last commit, as paths in the checkout with `/`: of a merge those that it made itself, which none of its parents has, because the others were checked with
 * these. Null where git does not say, such as in an archive of the sources.
 */
export function changedFiles(root: string): readonly string[] | null {
  const git = (...words: readonly string[]): readonly string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 })
      .split('\0')
      .filter(Boolean);
  try {
    const uncommitted = [
      ...git('diff', '--name-only', '-z', '--no-renames', '--relative', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard', '-z'),
    ];
    return uncommitted.length > 0
      ? uncommitted
      : git('diff-tree', '--root', '--no-commit-id', '--name-only', '--no-renames', '-r', '-c', '-z', 'HEAD');
  } catch {
    return null;
  }
}

/** Tests that read files instead of importing them, by the files that they read. */
const testsOfRead: Readonly<Record<string, RegExp>> = {
  'tools/documents.test.ts': /\.md$/,
  'tools/content-functions.test.ts': /^src\/domain\/.*\.ts$/,
};

/** The unit tests among `tests` that are changed, or import or read a file that is; the nearest first: those that are changed, then those beside what is. */
export function testsOf(changed: readonly string[], root: string, tests: readonly string[] = unitTestsIn(root)): readonly string[] {
  const files = new Set(changed);
  const isReached = (test: string): boolean => {
    const read = testsOfRead[test];
    if (files.has(test) || (read && changed.some((file) => read.test(file)))) return true;
    const imported = importsIn(test, readFileSync(path.join(root, test), 'utf8')).filter((each) => each.startsWith('.'));
    return imported.some((each) => files.has(path.posix.join(path.posix.dirname(test), each)));
  };
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  const distanceOf = (test: string): number => (files.has(test) ? 0 : folders.has(path.posix.dirname(test)) ? 1 : 2);
  return tests.filter(isReached).toSorted((one, other) => distanceOf(one) - distanceOf(other));
}

function unitTestsIn(root: string): readonly string[] {
  return globSync([...unitTests], { cwd: root }).map((file) => file.split(path.sep).join('/'));
}
