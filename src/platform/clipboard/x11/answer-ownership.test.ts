import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../../test/harness/effort.ts';
import { belongsToCopy, successorOf, type TenureEnd } from './answer-ownership.ts';

const resourceMask = 0x1f_ffff;

describe('the ownership of an answer', () => {
  it('keeps a conversion that the server processed before the owner changed, however late its answer', () => {
    assert.equal(belongsToCopy({ request: 10, answered: false }, { seq: 10, successor: 'other-program' }), true);
  });

  it('voids a conversion that the server processed afterwards', () => {
    assert.equal(belongsToCopy({ request: 11, answered: false }, { seq: 10, successor: 'other-program' }), false);
  });

  it('voids what a program had not answered when it copied again: its answer may belong to either copy', () => {
    assert.equal(belongsToCopy({ request: 10, answered: false }, { seq: 10, successor: 'same-program' }), false);
    assert.equal(belongsToCopy({ request: 10, answered: true }, { seq: 10, successor: 'same-program' }), true);
  });

  it('identifies a program by its resources, not by its window', () => {
    assert.equal(successorOf(0x20_0001, 0x20_0007, resourceMask), 'same-program');
    assert.equal(successorOf(0x20_0001, 0x40_0001, resourceMask), 'other-program');
    assert.equal(successorOf(0x20_0001, 0, resourceMask), 'nobody');
  });

  it('never keeps an answer of another copy, whatever the order of copies, answers and requests', () => {
    const program = fc.integer({ min: 0, max: 2 });
    const step = fc.oneof(
      fc.constant({ kind: 'ask' as const }),
      fc.record({ kind: fc.constant('copy' as const), program }),
      fc.record({ kind: fc.constant('serve' as const), program }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const world = new World();
        for (const each of steps) world.take(each);
        for (const asked of world.kept()) assert.equal(asked.answer, asked.copy);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('keeps every answer that arrived in time', () => {
    const world = new World();
    for (const step of [{ kind: 'ask' }, { kind: 'ask' }, { kind: 'copy', program: 1 }, { kind: 'serve', program: 0 }] as const)
      world.take(step);
    assert.deepEqual(
      world.kept().map(({ copy, answer }) => [copy, answer]),
      [[0, 0]],
    );
  });
});

type Step = { readonly kind: 'ask' } | { readonly kind: 'copy' | 'serve'; readonly program: number };

interface Asked {
  readonly request: number;
  /** The copy that the request was meant for. */
  readonly copy: number;
  readonly program: number;
  /** The copy whose content arrived. */
  answer: number | null;
  isVoid: boolean;
}

/**
 * Three programs and a server, in as much detail as matters here. A program answers a request when it takes it from its queue, with the content that
 * it has then. Our requests reach the server one `ask` later, so they may meet another owner than intended.
 */
class World {
  readonly #holds = [0, 0, 0];
  readonly #queues: Asked[][] = [[], [], []];
  readonly #asked: Asked[] = [];
  readonly #ends = new Map<number, TenureEnd>();
  #owner = 0;
  #copies = 0;
  #requests = 0;
  #underWay: { readonly copy: number; readonly program: number } | null = null;

  take(step: Step): void {
    if (step.kind === 'ask') this.#ask();
    else if (step.kind === 'copy') this.#copy(step.program);
    else this.#serve(step.program);
  }

  kept(): Asked[] {
    return this.#asked.filter((asked) => !asked.isVoid && asked.answer !== null);
  }

  #ask(): void {
    const arriving = this.#underWay;
    this.#underWay = { copy: this.#copies, program: this.#owner };
    if (arriving === null) return;
    this.#requests += 1;
    const end = this.#ends.get(arriving.copy);
    const isVoid = end !== undefined && !belongsToCopy({ request: this.#requests, answered: false }, end);
    const asked: Asked = { ...arriving, request: this.#requests, answer: null, isVoid };
    this.#asked.push(asked);
    this.#queues[this.#owner]?.push(asked);
  }

  #copy(program: number): void {
    const ended = this.#copies;
    this.#copies += 1;
    this.#holds[program] = this.#copies;
    this.#ends.set(ended, { seq: this.#requests, successor: 'other-program' });
    this.#owner = program;
    for (const asked of this.#asked) {
      const end = this.#ends.get(asked.copy);
      const successor = asked.program === program ? 'same-program' : 'other-program';
      if (end !== undefined && !belongsToCopy({ request: asked.request, answered: asked.answer !== null }, { seq: end.seq, successor }))
        asked.isVoid = true;
    }
  }

  #serve(program: number): void {
    const asked = this.#queues[program]?.shift();
    if (asked !== undefined) asked.answer = this.#holds[program] ?? null;
  }
}
