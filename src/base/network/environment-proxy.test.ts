import assert from 'node:assert/strict';
import { test } from 'node:test';
import { throughProxy } from './environment-proxy.ts';

test('with a Node that knows no proxies, who names one is refused, and not led past it', () => {
  const named = { HTTPS_PROXY: 'http://127.0.0.1:3128' };
  assert.deepEqual(throughProxy(named, {}), { ok: false, reason: 'old-node' });
  assert.deepEqual(throughProxy({ http_proxy: named.HTTPS_PROXY }, {}), { ok: false, reason: 'old-node' });
  for (const none of [{}, { HTTPS_PROXY: '' }, { NO_PROXY: '*' }]) assert.equal(throughProxy(none, {}).ok, true);
});

test('with any other, the proxy is in use until it is disposed of', () => {
  const did: string[] = [];
  const node = {
    setGlobalProxyFromEnv: () => {
      did.push('set');
      return () => void did.push('restored');
    },
  };
  const through = throughProxy({ HTTPS_PROXY: 'http://127.0.0.1:3128' }, node);
  assert.ok(through.ok);
  assert.deepEqual(did, ['set']);
  through.value[Symbol.dispose]();
  assert.deepEqual(did, ['set', 'restored']);
});
