/** What the browser adds to the requests of an extension: its `Origin`. */
import WS from 'ws';

const usual = { fetch: globalThis.fetch, WebSocket: globalThis.WebSocket };

/** How long the other end of a WebSocket may take to close: half a minute by default, which would hold the process. Its types do not know it. */
export const closing = { closeTimeout: 500 } as const;

/** Gives this process the `fetch` and the `WebSocket` of an extension, until the function that it returns is called. */
export function becomeExtension(origin: string): () => void {
  globalThis.fetch = async (address, init = {}) => {
    const headers = new Headers(init.headers as Record<string, string>);
    headers.set('origin', origin);
    return await usual.fetch(address, { ...init, headers });
  };
  globalThis.WebSocket = class extends WS {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { origin, ...closing });
      // In a browser nobody has to listen to it. This one throws it otherwise, outside of any test: `close` before the connection stands is one.
      this.on('error', () => {});
    }
  } as unknown as typeof WebSocket;
  return () => void Object.assign(globalThis, usual);
}
