/** The part of the npm package `x11` (4.2) that Hub uses; the package brings no types. After its docs/README.md and docs/core-requests.md. */
declare module 'x11' {
  import type { EventEmitter } from 'node:events';

  export interface XError extends Error {
    /** The protocol's error code; undefined for an error of the connection itself. */
    readonly error?: number;
  }

  export interface XPackageProperty {
    readonly type: number;
    readonly format: number;
    readonly bytesAfter: number;
    readonly data: Buffer;
  }

  export interface XPackageEvent {
    readonly type: number;
    readonly name: string;
    /** Number of the last of our requests that the server had processed, at full width. */
    readonly seq: number;
  }

  /** A callback that answers true has handled the error; else the client emits it. */
  export type XReply<Value> = (error: XError | null | undefined, value: Value) => boolean;

  export interface XClient extends EventEmitter {
    /** Number of the last request sent. */
    readonly seq_num: number;
    atoms: Record<string, number>;
    atom_names: Record<number, string>;
    /** `done` is called when everything that was requested before is handed to the system. */
    readonly pack_stream: { flush(done?: () => void): boolean };
    readonly stream: import('node:net').Socket;
    AllocID(): number;
    ReleaseID(id: number): void;
    MapWindow(window: number): boolean;
    CreateWindow(
      window: number,
      parent: number,
      x: number,
      y: number,
      width: number,
      height: number,
      borderWidth: number,
      depth: number,
      windowClass: number,
      visual: number,
      values: { eventMask?: number; overrideRedirect?: boolean },
    ): boolean;
    ChangeWindowAttributes(window: number, values: { eventMask?: number; backgroundPixel?: number }, reply?: XReply<void>): boolean;
    DestroyWindow(window: number): boolean;
    /** `mapState`: 0 unmapped, 1 unviewable, 2 viewable. */
    GetWindowAttributes(window: number, reply: XReply<{ mapState: number; allEventMasks: number }>): boolean;
    QueryTree(window: number, reply: XReply<{ root: number; parent: number; children: number[] }>): boolean;
    InternAtom(onlyIfExists: boolean, name: string, reply: XReply<number>): boolean;
    ChangeProperty(mode: 0 | 1 | 2, window: number, property: number, type: number, format: 8 | 16 | 32, data: Buffer | number[]): boolean;
    DeleteProperty(window: number, property: number): boolean;
    GetProperty(
      remove: 0 | 1,
      window: number,
      property: number,
      type: number,
      longOffset: number,
      longLength: number,
      reply: XReply<XPackageProperty>,
    ): boolean;
    SetSelectionOwner(owner: number, selection: number, time: number): boolean;
    GetSelectionOwner(selection: number, reply: XReply<number>): boolean;
    ConvertSelection(requestor: number, selection: number, target: number, property: number, time: number): boolean;
    SendEvent(destination: number, propagate: 0 | 1, eventMask: number, event: object): boolean;
    SendClientMessage(destination: number, window: number, messageType: number, format: 32, data: number[], eventMask: number): void;
    GrabKey(
      window: number,
      ownerEvents: 0 | 1,
      modifiers: number,
      key: number,
      pointerMode: 0 | 1,
      keyboardMode: 0 | 1,
      reply: XReply<void>,
    ): boolean;
    UngrabKey(window: number, key: number, modifiers: number): boolean;
    /** Answers 0 once it is ours. */
    GrabKeyboard(window: number, ownerEvents: 0 | 1, time: number, pointerMode: 0 | 1, keyboardMode: 0 | 1, reply: XReply<number>): boolean;
    UngrabKeyboard(time: number): boolean;
    /** `mode` 3: a keyboard that a grab of ours has frozen goes on. */
    AllowEvents(mode: 3, time: number): boolean;
    /** Ends the connection that has created this. */
    KillClient(resource: number): boolean;
    GrabServer(): boolean;
    UngrabServer(): boolean;
    GetInputFocus(reply: XReply<{ focus: number }>): boolean;
    SetInputFocus(window: number, revertTo: 0 | 1 | 2): boolean;
    /** `keyMask`: the modifiers, buttons and layout in force, as in the state of a key's event. */
    QueryPointer(window: number, reply: XReply<{ keyMask: number; rootX: number; rootY: number }>): boolean;
    /** 32 bytes, one bit for each key that is held. */
    QueryKeymap(reply: XReply<Buffer>): boolean;
    /** One row of keysyms for each key from `first` on. */
    GetKeyboardMapping(first: number, count: number, reply: XReply<number[][]>): boolean;
    /** `keysyms`: those of one key after those of another, as many for each. */
    ChangeKeyboardMapping(first: number, keysymsOfEach: number, keysyms: readonly number[]): boolean;
    /** Eight rows of keys: Shift, Lock, Control, Mod1 to Mod5. */
    GetModifierMapping(reply: XReply<number[][]>): boolean;
    GetGeometry(window: number, reply: XReply<{ width: number; height: number }>): boolean;
    TranslateCoordinates(from: number, to: number, x: number, y: number, reply: XReply<{ destX: number; destY: number }>): boolean;
    require(extension: 'fixes', ready: (error: Error | null | undefined, extension?: XFixes) => void): void;
    require(extension: 'res', ready: (error: Error | null | undefined, extension?: XResource) => void): void;
    require(extension: 'xtest', ready: (error: Error | null | undefined, extension?: XTest) => void): void;
    require(extension: 'screen-saver', ready: (error: Error | null | undefined, extension?: XScreenSaver) => void): void;
    terminate(): void;
  }

  export interface XFixes {
    readonly firstEvent: number;
    SelectSelectionInput(window: number, selection: number, mask: number): void;
  }

  export interface XResource {
    readonly major: number;
    readonly minor: number;
    QueryClients(reply: XReply<{ resourceBase: number }[]>): void;
    /** How much a client has of what, by any of its ids; `resourceType` is an atom. */
    QueryClientResources(client: number, reply: XReply<{ resourceType: number; count: number }[]>): void;
    QueryClientIds(specs: { client: number; mask: number }[], reply: XReply<{ client: number; mask: number; value: number[] }[]>): void;
  }

  export interface XTest {
    /** `type`: 2 presses a key, 3 lets it go; `time`: milliseconds to wait before, 0 for none. */
    FakeInput(type: 2 | 3, keycode: number, time: number, window: number, x: number, y: number): void;
  }

  export interface XScreenSaver {
    /** `idle`: milliseconds since the last input. */
    QueryInfo(drawable: number, reply: XReply<{ idle: number }>): void;
  }

  export interface XDisplay {
    readonly client: XClient;
    /** `pixel_width`, `mm_width`: of the whole screen, as the server says it. */
    readonly screen: {
      readonly root: number;
      readonly pixel_width: number;
      readonly pixel_height: number;
      readonly mm_width: number;
    }[];
    readonly resource_base: number;
    readonly resource_mask: number;
    readonly max_request_length: number;
    isLocalSocket: boolean;
  }

  export interface XClientOptions {
    readonly display: string;
    readonly shm: false;
    readonly bufferRequests: { readonly flushOnReply: boolean };

    readonly auth: { readonly name: string; readonly data: string };
    readonly stream: import('node:net').Socket;
  }

  export function createClient(options: XClientOptions, ready: (error: Error | null | undefined, display?: XDisplay) => void): XClient;
}
