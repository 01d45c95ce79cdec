/** What the monitor is asked to put on the clipboard, and what it answers. */
import { tooLate, within } from '../../base/deadline.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { ComponentMessage, NotOffered } from '../../contract/components.ts';
import type { JoinedHow } from '../../contract/requests.ts';
import type { Component } from '../component.ts';

type Offer = Extract<ComponentMessage, { kind: 'offer' }>;
type Answer = Extract<ComponentMessage, { kind: 'offered' }>;

/** As in `POST /api/fragments/:id/copy`. */
export type OfferedHow = Pick<Offer, 'selected' | 'unlessPresent' | 'onlyOver' | 'file' | 'span' | 'as'>;
/** Whether it is on the clipboard; or why not. False without a clipboard. */
export type OfferOutcome = boolean | NonNullable<Answer['because']>;
export type OfferedPart = NonNullable<Offer['part']>;

export interface Offering {
  /**
   * Puts a fragment on the clipboard; false if there is no clipboard, or it does not answer in time. If its content is missing, the clipboard stays
   * as it is.
   */
  offer(fragmentId: number, part?: OfferedPart, how?: OfferedHow): Promise<OfferOutcome>;
  /** Puts the texts of several fragments on the clipboard, in this order. The value are those that were left out. */
  offerTexts(fragmentIds: readonly number[], how?: JoinedHow): Promise<Outcome<readonly number[], NotOffered>>;
}

/** The monitor gives up half a second before (`src/processes/clipboard-monitor/offering/offer-order.ts`). */
const offerWithinMs = 5_000;

export class Offers implements Offering {
  readonly #tell: Component['tell'];
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastRequestId = 0;

  constructor(tell: Component['tell']) {
    this.#tell = tell;
  }

  heard(answer: Answer): void {
    this.#waiting.get(answer.requestId)?.(answer);
  }

  async offer(fragmentId: number, part: OfferedPart = 'content', how: OfferedHow = {}): Promise<OfferOutcome> {
    const answer = await this.#ask((requestId) => ({ kind: 'offer', fragmentId, requestId, part, ...how }));
    return answer?.because ?? answer?.ok ?? false;
  }

  async offerTexts(fragmentIds: readonly number[], how: JoinedHow = {}): Promise<Outcome<readonly number[], NotOffered>> {
    const answer = await this.#ask((requestId) => ({ kind: 'offer-texts', fragmentIds: [...fragmentIds], requestId, ...how }));
    return answer?.ok === true ? done(answer.leftOut ?? []) : failed(answer?.because ?? 'no-clipboard');
  }

  async #ask(message: (requestId: number) => ComponentMessage): Promise<Answer | null> {
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    const answered = Promise.withResolvers<Answer>();
    this.#waiting.set(requestId, answered.resolve);
    this.#tell('clipboard', message(requestId));
    const answer = await within(offerWithinMs, answered.promise);
    this.#waiting.delete(requestId);
    return answer === tooLate ? null : answer;
  }
}
