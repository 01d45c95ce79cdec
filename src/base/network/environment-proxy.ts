/** The proxy that the environment names, as curl(1) has it: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case. Node uses it only when it is told to. */
import http from 'node:http';

/**
 * `fetch` goes through the proxy until this is disposed of; without one, nothing changes. Null if what is named is no address. Early versions of Node 24
 * can't do this, and go straight to the host.
 */
export function throughProxy(env: Readonly<Record<string, string | undefined>>): Disposable | null {
  try {
    const restore = (http as Partial<typeof http>).setGlobalProxyFromEnv?.(env);
    return { [Symbol.dispose]: () => restore?.() };
  } catch {
    return null; // the error quotes the address, which may have a password
  }
}
