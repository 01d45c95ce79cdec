/**
 * `node tools/linear-regexps.ts`: proves that every regular expression in `src`, `bin` and `extension` takes time in proportion to the text that it reads, whatever the
 * text (`linear-regexps/proof.ts`). It fails if it cannot prove one, and prints where that is and why. An expression that is built at run time cannot be
 * proven. There is no list of exceptions: write a loop instead.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expressionsIn } from './linear-regexps/expressions.ts';
import { whyNotLinear } from './linear-regexps/proof.ts';

const root = path.join(import.meta.dirname, '..');
const files = ['src', 'bin', 'extension'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !/node_modules|\.wxt/.test(file))
    .map((file) => path.join(folder, file)),
);

let count = 0;
for (const file of files) {
  for (const { line, source, flags } of expressionsIn(file, readFileSync(path.join(root, file), 'utf8'))) {
    count += 1;
    const reason = source === null ? 'built at run time, so it cannot be proven' : whyNotLinear(source, flags);
    if (reason === null) continue;
    process.stdout.write(`${file}:${line} ${source === null ? '' : `/${source}/${flags}\n  `}${reason}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`${count} regular expressions in ${files.length} files\n`);
