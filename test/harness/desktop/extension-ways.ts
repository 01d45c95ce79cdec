/**
 * The ways in which a browser extension can read from an address of this machine. Each is the body of an async function in a page of the extension; it
 * gets `url` and returns what it could read. They are strings, because they run in the browser.
 */

/** Functions that several ways use. */
export const prelude = `
  const patience = (work) => Promise.race([work, new Promise((resolve) => setTimeout(resolve, 15_000, 'nothing in time'))]);
  const firstChunk = async (response) => new TextDecoder().decode((await response.body?.getReader().read())?.value ?? new Uint8Array());
  const openTab = async (address) => {
    const { id } = await chrome.tabs.create({ url: address, active: false });
    while ((await chrome.tabs.get(id)).status !== 'complete') await new Promise((resolve) => setTimeout(resolve, 10));
    return id;
  };
  const inTab = async (target, func, world, args = []) => {
    const results = await chrome.scripting.executeScript({ target, func, world, args });
    return results.map(({ result }) => result).join();
  };
  const shown = () => document.documentElement.innerText;
`;

export const waysToRequest: Readonly<Record<string, string>> = {
  fetch: `return firstChunk(await fetch(url, { credentials: 'include' }))`,
  'fetch in the mode no-cors': `return firstChunk(await fetch(url, { mode: 'no-cors' }))`,
  XMLHttpRequest: `return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.onprogress = request.onloadend = () => resolve(request.responseText);
    request.open('GET', url);
    request.send();
  })`,
  EventSource: `return new Promise((resolve) => {
    const source = new EventSource(url);
    const end = (text) => { source.close(); resolve(text); };
    source.addEventListener('source', ({ data }) => end(data));
    source.onerror = () => end('refused');
  })`,
  WebSocket: `return new Promise((resolve) => {
    const socket = new WebSocket(url.replace('http:', 'ws:'));
    socket.onmessage = ({ data }) => resolve(data);
    socket.onerror = () => resolve('refused');
  })`,
  'a tab that a script is put into': `return inTab({ tabId: await openTab(url) }, shown)`,
  'a script in a page that may be shown': `
    const tabId = await openTab(new URL('/api/health/status', url).href);
    const read = async (address) => (await fetch(address)).text();
    return (await inTab({ tabId }, read, 'MAIN', [url])) + (await inTab({ tabId }, read, 'ISOLATED', [url]))`,
  'a frame in a page of its own': `
    const told = new Promise((resolve) => chrome.runtime.onMessage.addListener(resolve));
    const script = { id: 'tell', matches: ['http://127.0.0.1/*'], allFrames: true, js: ['tell.js'], persistAcrossSessions: false };
    await chrome.scripting.registerContentScripts([script]);
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
    await new Promise((resolve) => { frame.onload = resolve; });
    // No event says that no script will run in it; one that may run does so right after the load.
    const text = await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1_500, 'nothing was shown'))]);
    await chrome.scripting.unregisterContentScripts({ ids: ['tell'] });
    frame.remove();
    return text`,
  'the debugger': `
    const target = { tabId: await openTab('about:blank') };
    await chrome.debugger.attach(target, '1.3');
    await chrome.debugger.sendCommand(target, 'Page.enable');
    const loaded = new Promise((resolve) => chrome.debugger.onEvent.addListener((_, method) => method === 'Page.loadEventFired' && resolve()));
    await chrome.debugger.sendCommand(target, 'Page.navigate', { url });
    await loaded;
    const { result } = await chrome.debugger.sendCommand(target, 'Runtime.evaluate', { expression: 'document.documentElement.innerText' });
    return result.value`,
};

/** A script that the extension injects into frames: it sends the visible text to the extension's pages. */
export const tellingScript = 'chrome.runtime.sendMessage(document.documentElement.innerText)';

/** Requests that would change something in Hub if they were accepted. */
export const changingRequests: Readonly<Record<string, string>> = {
  'a save': `return (await fetch(new URL('/api/save/test', url), {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ content: 'planted', filename: 'planted.txt' }) })).text()`,
  'a beacon': `navigator.sendBeacon(new URL('/api/save/test', url),
    new Blob([JSON.stringify({ content: 'planted', filename: 'planted.txt' })], { type: 'application/json' })); return 'sent'`,
  'a removal': `return (await fetch(new URL('/api/fragments/1', url), { method: 'DELETE' })).text()`,
};

interface HeaderChange {
  readonly header: string;
  readonly operation: 'remove' | 'set';
  readonly value?: string;
}

const remove = (...names: readonly string[]): readonly HeaderChange[] => names.map((header) => ({ header, operation: 'remove' }));
const set = (header: string, value: string): HeaderChange => ({ header, operation: 'set', value });
const evidence = ['origin', 'referer', 'sec-ch-ua', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'sec-fetch-storage-access', 'sec-fetch-user'];

/** How the extension changes the headers of its requests (declarativeNetRequest). */
export const disguises: Readonly<Record<string, readonly HeaderChange[]>> = {
  'as the browser sends it': [],
  'without what tells a browser': [
    ...remove(...evidence, 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'),
    set('user-agent', 'curl/8.0'),
  ],
  'as an address that is opened': [
    ...remove(...evidence),
    set('sec-fetch-site', 'none'),
    set('sec-fetch-mode', 'navigate'),
    set('sec-fetch-dest', 'document'),
  ],
};
