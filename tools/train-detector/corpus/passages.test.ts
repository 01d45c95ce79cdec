import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedPassages, stackTraces } from './passages.ts';

const short = (found: ReturnType<typeof markedPassages>) => found.map(({ label, text, line }) => [label, text, line]);

test('a fenced block in Markdown has the language that its author named', () => {
  const text = 'Call it:\n\n```swift\nlet a = 1\nlet b = 2\nprint(a + b)\n```\n\n```unheard-of\na\nb\nc\n```\n';
  assert.deepEqual(short(markedPassages(text, 'markdown')), [['swift', 'let a = 1\nlet b = 2\nprint(a + b)\n', 4]]);
});

test('a fenced block inside a list loses the indent of the list', () => {
  const text = '- so:\n\n  ```sql\n  SELECT a\n    FROM b\n   WHERE c;\n  ```\n';
  assert.deepEqual(short(markedPassages(text, 'markdown')), [['sql', 'SELECT a\n  FROM b\n WHERE c;\n', 4]]);
});

test('a fenced block marked bash is a session if it has prompts, otherwise a script', () => {
  const session = '```bash\n$ ls\na.txt\n$ cat a.txt\n```\n';
  const script = '```bash\nset -e\ncd build\nmake\n```\n';
  assert.deepEqual(
    [session, script].map((one) => markedPassages(one, 'markdown')[0]?.label),
    ['shellsession', 'shell'],
  );
});

test('a fenced block without a language is used only if its language is obvious', () => {
  const answer = '```\nHTTP/1.1 200 OK\nContent-Type: text/plain\nETag: "a"\n```\n';
  const trace = '```\nError: no\n    at run (a.js:1:2)\n    at main (b.js:3:4)\n```\n';
  const words = '```\nany\nthree\nlines\n```\n';
  assert.deepEqual(
    [answer, trace, words].map((one) => markedPassages(one, 'markdown')[0]?.label),
    ['http', 'stacktrace', undefined],
  );
});

test('a reStructuredText directive is dedented and loses its options', () => {
  const text = 'So:\n\n.. code-block:: python\n   :linenos:\n\n   def f():\n       return 1\n   f()\n\nMore.\n';
  assert.deepEqual(short(markedPassages(text, 'rst')), [['python', 'def f():\n    return 1\nf()\n', 4]]);
});

test('passages of one or two lines are left out', () => {
  assert.deepEqual(markedPassages('```js\na();\nb();\n```\n```go\nx := 1\n```\n', 'markdown'), []);
});

test('stack traces are found in any text, and end with the line that says what went wrong', () => {
  const python =
    'Then:\nTraceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\n  File "a.py", line 7, in f\n    g()\nKeyError: 1\nand so on\n';
  const java = 'java.io.IOException: gone\n\tat a.B.c(B.java:1)\n\tat a.D.e(D.java:2)\n\t... 3 more\nok\n';
  assert.deepEqual(
    [...stackTraces(python), ...stackTraces(java)].map(({ text, line }) => [text.trimEnd().split('\n').at(-1), line]),
    [
      ['KeyError: 1', 2],
      ['\t... 3 more', 1],
    ],
  );
  assert.deepEqual(stackTraces('An Exception was thrown.\nNobody saw it.\n'), []);
});
