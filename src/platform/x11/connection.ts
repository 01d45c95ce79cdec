/**
 * One connection to an X server, shared by the clipboard and the active window: typed requests, events by kind, and an end that is reported once.
 *
 * It must never take the process down: a vanished window gives null, a dead server ends every wait with null and calls `lost`. It must never delay a
 * request: the requests of one turn of the event loop are sent in one write at its end.
 */
import { EventEmitter } from 'node:events';
import type { XClient, XDisplay, XError, XFixes, XReply, XResource } from 'x11';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { loadFixes, loadResource, localClientPid } from './extensions.ts';
import { openDisplay } from './open-display.ts';
import { type Atom, anyPropertyType, coreEvents, none, type Property, type ServerTime, type XEvents, type XId } from './protocol.ts';

const connectWithinMs = 5_000;
const inputOnly = 2;
/** The package would give the id of a destroyed window to the next one, which would then receive a late answer to the previous one. */
const idsAtRest = 4_096;
/** SubstructureRedirect and SubstructureNotify. */
const substructure = 0x18_0000;
/** XFixes: SetSelectionOwner, SelectionWindowDestroy and SelectionClientClose. */
const everyOwnerChange = 0b111;
/** The length of a core request is 16 bits of four-byte words, six of which are ChangeProperty's own. */
const coreRequestWords = 0xffff;
const changePropertyWords = 6;
/** X protocol, GetWindowAttributes: the window and all its ancestors are mapped. */
const viewable = 2;

/**
 * Connects to `display` (`:0`, `host:0.0`). `no-display`: nobody answers there, or the server refuses us; `no-xfixes`: it can't report a new owner.
 * Reads the user's Xauthority as every X client does: `authorityFile` (the value of `XAUTHORITY`), otherwise the one in the home folder.
 */
export async function connectX(display: string, authorityFile?: string): Promise<Outcome<XConnection, 'no-display' | 'no-xfixes'>> {
  const opened = await openDisplay(display, connectWithinMs, authorityFile);
  if (opened === null) return failed('no-display');
  const fixes = await loadFixes(opened.client, connectWithinMs);
  if (fixes === null) {
    opened.client.stream.destroy();
    return failed('no-xfixes');
  }
  return done(new XConnection(opened, fixes, await loadResource(opened, connectWithinMs)));
}

export class XConnection implements AsyncDisposable {
  readonly root: XId;
  /** Of the whole screen, at the start of the connection; zeros if the server does not say. */
  readonly screen: { readonly widthPixels: number; readonly heightPixels: number; readonly widthMm: number };
  readonly resourceBase: number;
  readonly resourceMask: number;
  /** The most that one `changeProperty` may carry. The package limits requests to the core protocol's length, whatever the server accepts. */
  readonly maxPropertyBytes: number;
  readonly events: EventEmitter<XEvents> = new EventEmitter();
  /** Resolves once, when the server is gone or `close` was called. */
  readonly lost: Promise<void>;

  readonly #client: XClient;
  readonly #fixes: XFixes;
  /** X-Resource, if the server has it and runs on this machine. */
  readonly resource: XResource | null;
  readonly #lost = Promise.withResolvers<void>();
  /** Waits that are answered with null when the connection ends. */
  readonly #waiting = new Set<() => void>();
  readonly #interests = new Map<XId, number[]>();
  readonly #restingIds: XId[] = [];
  #isLost = false;
  #flushAsked = false;

  constructor(display: XDisplay, fixes: XFixes, resource: XResource | null) {
    this.#client = display.client;
    this.#fixes = fixes;
    this.resource = display.isLocalSocket ? resource : null;
    const [screen] = display.screen;
    this.root = screen?.root ?? none;
    this.screen = { widthPixels: screen?.pixel_width ?? 0, heightPixels: screen?.pixel_height ?? 0, widthMm: screen?.mm_width ?? 0 };
    this.resourceBase = display.resource_base;
    this.resourceMask = display.resource_mask;
    this.maxPropertyBytes = (Math.min(display.max_request_length, coreRequestWords) - changePropertyWords) * 4;
    this.lost = this.#lost.promise;
    this.events.setMaxListeners(0);
    this.#forgetAtomsOfOtherServers();
    this.#listen();
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  /** An unmapped window of ours, which receives events about its properties. */
  createWindow(mask: number): XId {
    const window = this.#client.AllocID();
    this.#send(() =>
      this.#client.CreateWindow(window, this.root, 0, 0, 1, 1, 0, 0, inputOnly, 0, { eventMask: mask, overrideRedirect: true }),
    );
    return window;
  }

  destroyWindow(window: XId): void {
    this.#send(() => this.#client.DestroyWindow(window));
    this.#restingIds.push(window);
    const rested = this.#restingIds.length > idsAtRest ? this.#restingIds.shift() : undefined;
    if (rested !== undefined) this.#client.ReleaseID(rested);
  }

  /**
   * Requests `target` from the owner of `selection`. Returns the request's number, which shows who owned it then (see
   * clipboard/x11/answer-ownership.ts).
   */
  convertSelection(conversion: { requestor: XId; selection: Atom; target: Atom; property: Atom; time: ServerTime }): number {
    // Read before, because the package may insert a request of its own after this one.
    const number = this.#client.seq_num + 1;
    this.#send(() =>
      this.#client.ConvertSelection(conversion.requestor, conversion.selection, conversion.target, conversion.property, conversion.time),
    );
    return number;
  }

  /** A piece of a property, at most `bytes` from `offsetBytes` (both multiples of 4). `type` 0 if there is none; null if the window is gone. */
  getProperty(window: XId, property: Atom, offsetBytes: number, bytes: number): Promise<Property | null> {
    return this.#ask((reply) => this.#client.GetProperty(0, window, property, anyPropertyType, offsetBytes / 4, bytes / 4, reply));
  }

  /** Replaces a property; `append` adds to it. */
  changeProperty(
    window: XId,
    property: Atom,
    type: Atom,
    format: 8 | 16 | 32,
    data: Buffer | number[],
    mode: 'replace' | 'append' = 'replace',
  ): void {
    this.#send(() => this.#client.ChangeProperty(mode === 'replace' ? 0 : 2, window, property, type, format, data));
  }

  deleteProperty(window: XId, property: Atom): void {
    this.#send(() => this.#client.DeleteProperty(window, property));
  }

  setSelectionOwner(owner: XId, selection: Atom, time: ServerTime): void {
    this.#send(() => this.#client.SetSelectionOwner(owner, selection, time));
  }

  /** The owner's window, 0 for none. */
  getSelectionOwner(selection: Atom): Promise<XId | null> {
    return this.#ask((reply) => this.#client.GetSelectionOwner(selection, reply));
  }

  /** Tells a requestor that its answer is in `property`, or 0 for a refusal (ICCCM 2.2). */
  answerSelection(request: { requestor: XId; selection: Atom; target: Atom; time: ServerTime }, property: Atom): void {
    const { requestor, selection, target, time } = request;
    this.#send(() => this.#client.SendEvent(requestor, 0, 0, { name: 'SelectionNotify', time, requestor, selection, target, property }));
  }

  /** Sends a client message to the root: by default to the window manager, a request about a window (EWMH, "Root Window Properties"). */
  sendToRoot(window: XId, message: Atom, data: number[], mask: number = substructure): void {
    this.#send(() => this.#client.SendClientMessage(this.root, window, message, 32, data, mask));
  }

  /** Makes the server send `ownerChange` for every new owner of `selection`. */
  watchSelection(window: XId, selection: Atom): void {
    this.#send(() => this.#fixes.SelectSelectionInput(window, selection, everyOwnerChange));
  }

  internAtom(name: string): Promise<Atom | null> {
    return this.#ask((reply) => this.#client.InternAtom(false, name, reply));
  }

  /** The window's parent; null for the root and for a window that is gone. */
  async parentOf(window: XId): Promise<XId | null> {
    const tree = await this.#ask<{ parent: number }>((reply) => this.#client.QueryTree(window, reply));
    return tree === null || tree.parent === none ? null : tree.parent;
  }

  /** Whether it is on its screen, even if behind others; not if it is withdrawn, minimized or gone. */
  async isViewable(window: XId): Promise<boolean> {
    const attributes = await this.#ask<{ mapState: number }>((reply) => this.#client.GetWindowAttributes(window, reply));
    return attributes?.mapState === viewable;
  }

  /** The process that created a window, as the server knows it from its socket; null for another machine's, or if the server can't say. */
  async pidOf(window: XId): Promise<number | null> {
    const { resource } = this;
    if (resource === null) return null;
    const ids = await this.#ask<{ value: number[] }[]>((reply) => {
      resource.QueryClientIds([{ client: window, mask: localClientPid }], reply);
    });
    return ids?.[0]?.value[0] ?? null;
  }

  /**
   * Listens to events of a window that may be another program's. A client has one mask per window, so several masks for the same window are combined.
   * Returns how to stop listening; `onGone` is called when there is no such window (any more).
   */
  watchWindow(window: XId, mask: number, onGone: () => void = () => {}): () => void {
    this.#interests.set(window, [...(this.#interests.get(window) ?? []), mask]);
    let watching = true;
    void this.#select(window).then((selected) => {
      if (!selected && watching) onGone();
    });
    return () => {
      if (!watching) return;
      watching = false;
      this.#dropInterest(window, mask);
    };
  }

  /** Calls `done` when everything that was requested so far is handed to the system; never if the connection ends before. */
  whenSent(done: () => void): void {
    if (!this.#isLost) this.#client.pack_stream.flush(done);
  }

  /** Ends the connection; the server drops everything that was ours, including ownership of the clipboard. */
  async close(): Promise<void> {
    if (!this.#isLost) this.#client.terminate();
    this.#end();
    this.#client.stream.destroy();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #select(window: XId): Promise<boolean> {
    const mask = (this.#interests.get(window) ?? []).reduce((sum, each) => sum | each, 0);
    return this.#ask<true>((reply) => this.#client.ChangeWindowAttributes(window, { eventMask: mask }, (error) => reply(error, true))).then(
      Boolean,
    );
  }

  #dropInterest(window: XId, mask: number): void {
    const left = [...(this.#interests.get(window) ?? [])];
    left.splice(left.indexOf(mask), 1);
    if (left.length > 0) this.#interests.set(window, left);
    else this.#interests.delete(window);
    void this.#select(window);
  }

  /** A request of one facility, and its answer; null if the server refuses it or is gone. For requests that have no method here. */
  request<Value>(ask: (client: XClient, reply: XReply<Value>) => void): Promise<Value | null> {
    return this.#ask((reply) => ask(this.#client, reply));
  }

  /** A request without an answer. */
  order(give: (client: XClient) => void): void {
    this.#send(() => give(this.#client));
  }

  #ask<Value>(request: (reply: XReply<Value>) => void): Promise<Value | null> {
    if (this.#isLost) return Promise.resolve(null);
    const answer = Promise.withResolvers<Value | null>();
    const giveUp = () => answer.resolve(null);
    this.#waiting.add(giveUp);
    this.#send(() =>
      request((error, value) => {
        this.#waiting.delete(giveUp);
        answer.resolve(error ? null : value);
        return true;
      }),
    );
    return answer.promise;
  }

  #send(request: () => void): void {
    if (this.#isLost) return;
    request();
    if (this.#flushAsked) return;
    this.#flushAsked = true;
    queueMicrotask(() => {
      this.#flushAsked = false;
      if (!this.#isLost) this.#client.pack_stream.flush();
    });
  }

  #listen(): void {
    const kinds = new Map<number, keyof XEvents>([...coreEvents, [this.#fixes.firstEvent, 'ownerChange']]);
    this.#client.on('event', (event: { type: number }) => {
      const kind = kinds.get(event.type);
      if (kind !== undefined) this.events.emit(kind, event as never);
    });
    // An X error that nobody waits for means that a window vanished between two requests; one without a code is the connection's own.
    this.#client.on('error', (error: XError) => {
      if (error.error === undefined) this.#end();
    });
    this.#client.on('end', () => this.#end());
    this.#client.stream.on('close', () => this.#end());
    if (this.#client.stream.destroyed) this.#end();
  }

  #end(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    for (const giveUp of this.#waiting) giveUp();
    this.#waiting.clear();
    this.#lost.resolve();
  }

  /** The package keeps one table of atoms for the process; another server, or the same one restarted, has other numbers. */
  #forgetAtomsOfOtherServers(): void {
    this.#client.atoms = Object.create(null) as Record<string, number>;
    this.#client.atom_names = Object.create(null) as Record<number, string>;
  }
}
