/** For tests: programs for the judge thread that fail in every way in which a content might make the real one fail. */

/** A program that answers each request with the result of this function body, `(request) => answer`. */
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

/** The code of each way not to answer. */
export const waysNotToAnswer = {
  hangs: 'for (;;);',
  waits: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  backtracks: "/^(?:\\w+\\s?)*$/.test('a'.repeat(64) + '!'); throw new Error('not reached');",
  exits: 'process.exit(3);',
  fills: 'const held = []; for (;;) held.push(new Array(1_000_000).fill(held.length));',
  throws: "throw new Error('a bug');",
} as const;

/**
 * A judge that keeps every text, except that a text that begins with the name of an ending in capitals causes that ending. With
 * `TWICE` in it, so does the question for a secret, which is asked once judging has failed. A text with `SECRET` has one, and one with `KEPT` one that an exception keeps.
 */
export function endingJudge(): URL {
  const cases = Object.entries(waysNotToAnswer).map(
    ([name, body]) => `if (isEnding && text.startsWith('${name.toUpperCase()}')) { ${body} }`,
  );
  return judgeProgram(`
    const { place } = request.question;
    const text = new TextDecoder().decode(place.inline);
    const isEnding = request.kind !== 'secret' || text.includes('TWICE');
    ${cases.join('\n')}
    if (request.kind === 'secret') return { secret: text.includes('SECRET') ? 'password' : null, kept: text.includes('KEPT') ? 'payment_card' : null };
    return { detection: null, embeddedFilename: null, pictureSize: null, verdict: { kind: 'save' }};`);
}
