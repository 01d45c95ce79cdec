/** Reads all planned representations of one copy at the same time, however its owner is asked. Leaves nothing behind except what it returns. */
import type { ContentSpool } from '../../base/files/spooled-content.ts';
import { ContentSink, type CopyBudget, type Sink } from './content-sinks.ts';
import type { PlannedRepresentation } from './formats.ts';
import { repeating } from './formats.ts';
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
  async read(planned: readonly PlannedRepresentation[], ahead: AskedAhead | null = null): Promise<readonly ReadRepresentation[]> {
    const reading = planned.map((each) => this.#obtain(each, ahead));
    const repeats = repeating(planned);
    const others = await Promise.all(reading.filter((_, at) => !repeats.has(planned[at]?.mediaType ?? '')));
    if (others.some((each) => 'representation' in each && each.representation.mediaType.startsWith('text/'))) {
      const late = setTimeout(() => this.#parts.giveUp('silent'), this.#parts.limits.repeatingMs);
      await Promise.all(reading).finally(() => clearTimeout(late));
    }
    return Promise.all(reading);
  }

  /** Deletes what nobody has taken over. */
  async discard(): Promise<void> {
    await Promise.all(this.#sinks.map((sink) => sink.discard()));
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
