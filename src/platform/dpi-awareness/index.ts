/** Whether windows are drawn at the true scale of their display. On Windows a process has to request that before its first window (§4.4). */
import { nativeLibrary } from '../windows/native.ts';

/** `per-monitor`: the first version, which does not scale non-client areas. `not-needed`: this system has no such setting. */
export type DpiAwareness = 'per-monitor-v2' | 'per-monitor' | 'refused' | 'not-needed';

/** DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE and its second version (windef.h). */
const perMonitor = -3;
const perMonitorV2 = -4;

/**
 * Makes this process aware of each display's scale. Call before any window, on the thread that will have them: if the manifest of Node's program has
 * already decided for the process, the thread can still be changed. Calling it again changes nothing. Never throws.
 */
export function makeDpiAware(): DpiAwareness {
  if (process.platform !== 'win32') return 'not-needed';
  try {
    const user32 = nativeLibrary('user32');
    const is = (context: number): boolean => user32.AreDpiAwarenessContextsEqual(user32.GetThreadDpiAwarenessContext(), context);
    if (!is(perMonitorV2) && !user32.SetProcessDpiAwarenessContext(perMonitorV2)) user32.SetThreadDpiAwarenessContext(perMonitorV2);
    return is(perMonitorV2) ? 'per-monitor-v2' : is(perMonitor) ? 'per-monitor' : 'refused';
  } catch {
    return 'refused'; // a Windows before 10, version 1703
  }
}
