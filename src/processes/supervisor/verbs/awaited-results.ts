/** Who waits for what becomes of a verb: the component that does it tells the window, and the supervisor passes that on and hears it. */
import type { ComponentMessage } from '../../../contract/components.ts';
import type { TextTaken } from '../../../contract/extraction/clipboard-text.ts';

/** `late`: there is none in time. `lost`: the component ended before it told one. */
export type Heard<Result> = Result | 'late' | 'lost';

export interface NextResult<Result> extends Disposable {
  readonly requestId: number;
  /** To be called once the component has the request, which is lost with it. */
  readonly afterHanded: () => Promise<Heard<Result>>;
}

interface Told<Result> {
  readonly requestId?: number | undefined;
  readonly result: Result;
}

export class AwaitedResults<Result> {
  readonly #resultIn: (message: ComponentMessage) => Told<Result> | null;
  readonly #waiting = new Map<number, (result: Heard<Result>) => void>();
  /** Of those, whose request the component has. */
  readonly #handed = new Set<number>();
  #lastId = 0;

  /** @param resultIn null for a message that is about something else. */
  constructor(resultIn: (message: ComponentMessage) => Told<Result> | null) {
    this.#resultIn = resultIn;
  }

  /** Of a request that is to be made under this number. Whoever disposes of it waits no more. */
  next(withinMs: number): NextResult<Result> {
    this.#lastId += 1;
    const requestId = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<Heard<Result>>();
    const late = setTimeout(() => resolve('late'), withinMs).unref();
    this.#waiting.set(requestId, resolve);
    return {
      requestId,
      afterHanded: () => {
        this.#handed.add(requestId);
        return promise;
      },
      [Symbol.dispose]: () => {
        clearTimeout(late);
        this.#waiting.delete(requestId);
        this.#handed.delete(requestId);
      },
    };
  }

  componentEnded(): void {
    for (const requestId of this.#handed) this.#waiting.get(requestId)?.('lost');
  }

  hear(message: ComponentMessage): void {
    const said = this.#resultIn(message);
    if (said?.requestId !== undefined) this.#waiting.get(said.requestId)?.(said.result);
  }
}

/** Of `extract-clipboard-text`, which the core does. */
export function textResults(): AwaitedResults<TextTaken> {
  return new AwaitedResults((message) => (message.kind === 'text-taken' ? message : null));
}

/** In words for the user; there may be none if it was sent. */
export interface ChatSent {
  readonly ok: boolean;
  readonly detail?: string | undefined;
}

/** Of `send-to-chat`, which the window does. */
export function chatResults(): AwaitedResults<ChatSent> {
  return new AwaitedResults<ChatSent>((message) =>
    message.kind === 'chat-sent' ? { requestId: message.requestId, result: message } : null,
  );
}
