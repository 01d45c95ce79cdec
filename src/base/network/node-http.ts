/**
 * Node's HTTP, for a process that does not fetch. An `import` of `node:http` reads everything that it exports, and with that loads the whole of `fetch` and
 * `WebSocket`, which are among it: 40 ms of each start, and 1 MB.
 */
export const http = process.getBuiltinModule('node:http');
