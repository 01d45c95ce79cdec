/**
 * Tells when WebKitGTK's process for the page has ended, by the signal of its view (`web-process-terminated`, WebKitWebView), which the window's package does
 * not pass on. By koffi, in the thread in which the toolkit runs. It only looks and listens: a call by koffi runs on a stack of its own, and one in which the
 * toolkit entered JavaScript would end this process.
 */
import { createRequire } from 'node:module';

type Koffi = typeof import('koffi');
/** A pointer, or a GType. koffi returns a number if it is exact, otherwise a bigint. */
type Word = number | bigint;

interface Toolkit {
  topLevels(): Word;
  childrenOf(container: Word): Word;
  /** 0 behind its last item. */
  itemOf(list: Word, index: number): Word;
  freeList(list: Word): void;
  isA(instance: Word, type: Word): boolean;
  containerType(): Word;
  viewType(): Word;
  connect(instance: Word, signal: string, handler: bigint, data: null, destroyed: null, flags: number): Word;
}

/** The view is in a box of the window. A window of another kind, such as a menu, may have many more. */
const deepest = 4;
const mostInOne = 64;

/**
 * Calls `ended` each time that the process of the page has ended, by whatever, for as long as this process runs; never within a call of the toolkit.
 * False if there is no page by WebKitGTK in this process.
 */
export function watchPageProcess(ended: () => void): boolean {
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    const toolkit = load(koffi);
    const view = viewIn(toolkit, toolkit.topLevels());
    if (view === null) return false;
    const type = koffi.proto('void HubPageProcessEnded(uintptr view, int reason, uintptr data)');
    const handler = koffi.register(() => void setImmediate(ended), koffi.pointer(type));
    return Number(toolkit.connect(view, 'web-process-terminated', handler, null, null, 0)) > 0;
  } catch {
    return false; // other versions of these libraries, or a processor that koffi does not support
  }
}

/** The names with which the window's package has loaded them; a library is loaded once. */
function load(koffi: Koffi): Toolkit {
  const glib = koffi.load('libglib-2.0.so.0');
  const gobject = koffi.load('libgobject-2.0.so.0');
  const gtk = koffi.load('libgtk-3.so.0');
  const webkit = koffi.load('libwebkit2gtk-4.1.so.0');
  return {
    topLevels: gtk.func('uintptr gtk_window_list_toplevels()'),
    childrenOf: gtk.func('uintptr gtk_container_get_children(uintptr container)'),
    itemOf: glib.func('uintptr g_list_nth_data(uintptr list, uint index)'),
    freeList: glib.func('void g_list_free(uintptr list)'),
    isA: gobject.func('bool g_type_check_instance_is_a(uintptr instance, size_t type)'),
    containerType: gtk.func('size_t gtk_container_get_type()'),
    viewType: webkit.func('size_t webkit_web_view_get_type()'),
    connect: gobject.func(
      'ulong g_signal_connect_data(uintptr instance, const char* signal, void* handler, void* data, void* destroyed, int flags)',
    ),
  };
}

/** The first view among the widgets of this list and what is in them. Frees the list. */
function viewIn(toolkit: Toolkit, list: Word, depth = 0): Word | null {
  try {
    for (let index = 0; index < mostInOne; index += 1) {
      const widget = toolkit.itemOf(list, index);
      if (Number(widget) === 0) return null;
      if (toolkit.isA(widget, toolkit.viewType())) return widget;
      const isFurther = depth < deepest && toolkit.isA(widget, toolkit.containerType());
      const found = isFurther ? viewIn(toolkit, toolkit.childrenOf(widget), depth + 1) : null;
      if (found !== null) return found;
    }
    return null;
  } finally {
    toolkit.freeList(list);
  }
}
