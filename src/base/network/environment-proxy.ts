/** The proxy that the environment names, as curl(1) has it: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case. Node uses it only when it is told to. */
import http from 'node:http';
import { done, failed, type Outcome } from '../outcome.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type ProxyOfNode = Partial<Pick<typeof http, 'setGlobalProxyFromEnv'>>;

/** `bad-proxy`: what is named is no address; `old-node`: early versions of Node 24 know no proxies. */
export type NoProxy = 'bad-proxy' | 'old-node';

/** `fetch` goes through the proxy until this is disposed of; without one, nothing changes. Nobody who names a proxy is to be led past it. */
export function throughProxy(env: Environment, { setGlobalProxyFromEnv: set }: ProxyOfNode = http): Outcome<Disposable, NoProxy> {
  if (set === undefined) return namesProxy(env) ? failed('old-node') : done({ [Symbol.dispose]: () => {} });
  try {
    const restore = set(env);
    return done({ [Symbol.dispose]: () => restore() });
  } catch {
    return failed('bad-proxy'); // the error quotes the address, which may have a password
  }
}

function namesProxy(env: Environment): boolean {
  return ['HTTPS_PROXY', 'HTTP_PROXY'].some((name) => (env[name] ?? '') !== '' || (env[name.toLowerCase()] ?? '') !== '');
}
