#!/usr/bin/env node
/** The command `hub`. `hub run` becomes the supervisor; every other command is a client of a contract. */
import { runCommand } from '../src/cli/program.ts';
import { locate } from '../src/platform/locations.ts';
import { surroundings } from '../src/platform/surroundings.ts';

const words = process.argv.slice(2);
if (words[0] === 'run' && !words.includes('--help')) {
  await import('../src/processes/supervisor/main.ts');
} else {
  process.exitCode = await runCommand(
    words,
    {
      places: locate(surroundings(process.env)),
      terminal: process.stdout.isTTY === true,
      columns: process.stdout.columns || 120,
      print: (line) => void process.stdout.write(`${line}\n`),
      printBytes: (bytes) => void process.stdout.write(bytes),
      complain: (line) => void process.stderr.write(`${line}\n`),
      readInput: async () => Buffer.concat(await Array.fromAsync(process.stdin)),
    },
    import.meta.filename,
  );
}
