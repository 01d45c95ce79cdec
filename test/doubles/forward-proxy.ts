import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A proxy for `http:` that passes everything on to `origin`, whichever host was asked for. `asked` has what was asked for. Ends with the test. */
export async function startForwardProxy(t: TestContext, origin: string): Promise<{ readonly address: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const proxy = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    // With an agent of its own: the usual one may lead here again.
    const to = { agent: new http.Agent() };
    http.get(new URL(new URL(request.url ?? '').pathname, origin), to, (answer) => answer.pipe(response));
  });
  // Newer versions of Node make a tunnel for `http:` too.
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const onward = net.connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    for (const end of [socket, onward]) end.on('error', () => [socket, onward].map((each) => each.destroy()));
    socket.pipe(onward).pipe(socket);
    t.after(() => socket.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}
