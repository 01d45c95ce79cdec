/** Writes the copy without types: every source that the process that reads documents imports, at its place below `.runtime/reader/`, and a list of them with their sizes and times. */
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { root, runtime } from './places.mjs';

const to = path.join(runtime, 'reader');
const list = path.join(to, 'sources.json');
const entries = [
  'src/processes/extraction/main.ts',
  'src/processes/extraction/watch-thread.ts',
  'src/extraction/reading/recognition/decoding/decoding-thread.ts',
];
/** Read from beside their sources. */
const weights = ['src/domain/detect/learned/types.weights', 'src/extraction/reading/recognition/cells/cells.weights'];
/** `'./a.ts'`, wherever it is imported, or its address is built from it. */
const specifier = /(['"])(\.{1,2}\/[\w./-]+)\.ts\1/g;
const messageFormat = 'src/domain/language/message-format-on-node';

rmSync(to, { recursive: true, force: true });
/** @type {Map<string, string>} */
const stripped = new Map();
const waiting = [...entries, `${messageFormat}.ts`];
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  if (stripped.has(file)) continue;
  const code = stripTypeScriptTypes(readFileSync(path.join(root, file), 'utf8'));
  stripped.set(file, code);
  for (const [, , name] of code.matchAll(specifier)) waiting.push(path.posix.join(path.posix.dirname(file), `${name}.ts`));
}
for (const [file, code] of stripped) {
  const target = path.join(to, file.replace(/\.ts$/, '.js'));
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, code.replace(specifier, '$1$2.js$1'));
}
for (const file of weights) cpSync(path.join(root, file), path.join(to, file));
writeFileSync(path.join(to, 'package.json'), JSON.stringify({ type: 'module', imports: { '#message-format': `./${messageFormat}.js` } }));
// Last: without it, nothing of the copy is used.
const facts = [...stripped.keys(), ...weights].sort().map((file) => {
  const { size, mtimeMs } = statSync(path.join(root, file));
  return [file, size, mtimeMs];
});
writeFileSync(list, JSON.stringify(facts));
