/**
 * Reads all planned representations of one copy, however its owner is asked. Leaves nothing behind except what it returns.
 *
 * In turn, the plain text first: most programs answer one request at a time, and send a large answer in parts. If all were requested at once, the text of
 * many cells would wait in the middle for their picture.
 */
import type { ContentSpool } from '../../base/files/spooled-content.ts';
import { ContentSink, type CopyBudget, type Sink } from './content-sinks.ts';
import type { PlannedRepresentation } from './formats.ts';
import { isPicture, readingOrder } from './formats.ts';
import type { ClipboardLimits } from './limits.ts';
import type { ReadEnd, ReadRepresentation } from './miss-reason.ts';

export interface ContentReadingParts {
  readonly limits: ClipboardLimits;
  newContent(): ContentSpool;
  /** Requests one target from the owner. */
  ask(target: string, sink: Sink): { readonly ended: Promise<ReadEnd> };
  /** Ends all requests that are open. */
  giveUp(as: 'silent'): void;
}

/** A target that was requested before the plan was known. */
export interface AskedAhead {
  readonly target: string;
  readonly sink: ContentSink;
  readonly ended: Promise<ReadEnd>;
  /** Its answer may be read now. */
  allow(): void;
}

export interface ReadingManner {
  readonly ahead: AskedAhead | null;
  /** It may be replaced at once: everything that matters is requested at the same time. */
  readonly isHurried: boolean;
}

export class ContentReading {
  readonly #parts: ContentReadingParts;
  readonly #sinks: ContentSink[] = [];
  readonly #budget: CopyBudget;

  constructor(parts: ContentReadingParts) {
    this.#parts = parts;
    this.#budget = { leftBytes: parts.limits.copyBytes };
  }

  /** Where a representation goes. All of a copy's share its limit. */
  newSink(limitBytes: number): ContentSink {
    const sink = new ContentSink({ spool: this.#parts.newContent(), limitBytes, budget: this.#budget });
    this.#sinks.push(sink);
    return sink;
  }

  /** What was obtained of each, in their order; what says the same as others only as long as it does not delay them. */
  async read(planned: readonly PlannedRepresentation[], how: ReadingManner): Promise<readonly ReadRepresentation[]> {
    const startMs = performance.now();
    const { essential, repeating } = readingOrder(planned);
    const obtained = await this.#essential(essential, how);
    const tookMs = performance.now() - startMs;
    const repeats = hasText(obtained) ? await this.#repeating(repeating, obtained, tookMs) : await this.#essential(repeating, how);
    const inTurn = new Map([...essential, ...repeating].map((each, at) => [each, [...obtained, ...repeats][at]]));
    return planned.flatMap((each) => inTurn.get(each) ?? []);
  }

  /** Deletes what nobody has taken over. */
  async discard(): Promise<void> {
    await Promise.all(this.#sinks.map((sink) => sink.discard()));
  }

  async #essential(planned: readonly PlannedRepresentation[], { ahead, isHurried }: ReadingManner): Promise<readonly ReadRepresentation[]> {
    const obtained: ReadRepresentation[] = [];
    while (obtained.length < planned.length) {
      // A copy of a burst may be replaced between two requests, and nobody waits for the silence of each format.
      const isAllAtOnce = isHurried || obtained.some((each) => 'lost' in each && each.lost === 'silent');
      const next = planned.slice(obtained.length, isAllAtOnce ? planned.length : obtained.length + 1);
      obtained.push(...(await Promise.all(next.map((each) => this.#obtain(each, ahead)))));
    }
    return obtained;
  }

  /** An owner that was slow to write the text is not asked for what takes it longer: its window would stand still for nothing. */
  async #repeating(
    planned: readonly PlannedRepresentation[],
    essential: readonly ReadRepresentation[],
    tookMs: number,
  ): Promise<readonly ReadRepresentation[]> {
    const { limits, giveUp } = this.#parts;
    const isEachAnswered = essential.every((each) => !('lost' in each) || each.lost === 'refused');
    const obtained: ReadRepresentation[] = [];
    const late = setTimeout(() => giveUp('silent'), limits.repeatingMs);
    for (const each of planned) {
      const isWanted = isEachAnswered && !(isPicture(each) && tookMs > limits.drawingAfterMs);
      obtained.push(isWanted ? await this.#obtain(each, null) : { lost: 'silent', mediaType: each.mediaType });
    }
    clearTimeout(late);
    return obtained;
  }

  /** The first of the planned targets that the owner does not refuse. */
  async #obtain({ mediaType, limitBytes, targets }: PlannedRepresentation, askedAhead: AskedAhead | null): Promise<ReadRepresentation> {
    const ahead = targets[0].target === askedAhead?.target ? askedAhead : null;
    ahead?.allow();
    const sink = ahead?.sink ?? this.newSink(limitBytes);
    let end: ReadEnd = 'refused';
    for (const { target, decoding } of targets) {
      sink.decodeAs(decoding);
      end = await (target === ahead?.target ? ahead.ended : this.#parts.ask(target, sink).ended);
      if (end !== 'refused') break;
    }
    if (end !== 'received') return { lost: end, mediaType };
    const content = await sink.finish();
    if (!content.ok) return { lost: 'not-written', mediaType };
    return content.value.bytes === 0 ? { empty: true } : { representation: { mediaType, content: content.value } };
  }
}

function hasText(obtained: readonly ReadRepresentation[]): boolean {
  return obtained.some((each) => 'representation' in each && each.representation.mediaType.startsWith('text/'));
}
