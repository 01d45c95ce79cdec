/** For tests: programs for the judge's thread that do what a content might make of the real one. */

/** A program that answers a request by the body of a function `(request) => answer`; what it does before is up to it. */
export function judgeProgram(body: string): URL {
  return new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      const figures = { detection: { hits: 0, misses: 0, entries: 0 }, file: { hits: 0, misses: 0, entries: 0 } };
      let counted = 0;
      const answer = (request) => { ${body} };
      parentPort.on('message', ({ id, request }) => {
        try {
          parentPort.postMessage({ id, answer: answer(request), figures });
        } catch (error) {
          parentPort.postMessage({ id, threw: error });
        }
      });
      parentPort.postMessage({ isReady: true });`)}`,
  );
}

/** What each way of not answering looks like. */
export const endings = {
  hangs: 'for (;;);',
  waits: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  backtracks: "/^(?:\\w+\\s?)*$/.test('a'.repeat(64) + '!'); throw new Error('not reached');",
  exits: 'process.exit(3);',
  fills: "const held = []; for (;;) held.push('x'.repeat(1000) + held.length + {});",
  throws: "throw new Error('a bug');",
} as const;

/**
 * A judge that keeps every text, and comes to one of the endings over one that begins with its name in capitals; `INDEX` before that has it judge,
 * and end over the words for the search.
 */
export function endingJudge(): URL {
  const cases = Object.entries(endings).map(([name, body]) => `if (text.startsWith('${name.toUpperCase()}')) { ${body} }`);
  return judgeProgram(`
    const { place } = request.question;
    const text = new TextDecoder().decode(place.inline);
    ${cases.join('\n')}
    if (request.kind === 'index') return { body: text, names: '' };
    return { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'save' }, index: { body: text, names: '' } };`);
}
