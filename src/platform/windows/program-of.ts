/** The program of a Windows process. */
import { nativeLibrary } from './native.ts';
import { isNone } from './process-user.ts';

const queryLimitedInformation = 0x1000;
/** The longest path that Windows knows, in characters. */
const longest = 32_768;

/** Its full path. Null if there is no such process, or it can't be queried. */
export function programOf(pid: number): string | null {
  const kernel32 = nativeLibrary('kernel32');
  const process = kernel32.OpenProcess(queryLimitedInformation, false, pid);
  if (isNone(process)) return null;
  try {
    const [name, characters] = [Buffer.alloc(2 * longest), Buffer.alloc(4)];
    characters.writeUInt32LE(longest);
    if (!kernel32.QueryFullProcessImageNameW(process, 0, name, characters)) return null;
    return name.toString('utf16le', 0, 2 * characters.readUInt32LE());
  } finally {
    kernel32.CloseHandle(process);
  }
}
