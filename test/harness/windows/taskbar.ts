/** A taskbar, for a Wine without one: it takes the icons of other programs as Wine hands them over (WM_COPYDATA), and keeps what they say. */
import { createRequire } from 'node:module';

const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
const [user32, kernel32] = [koffi.load('user32.dll'), koffi.load('kernel32.dll')];
const procedure = koffi.proto('intptr __stdcall TaskbarProcedure(uintptr window, uint32 message, uintptr wParam, intptr lParam)');
koffi.struct('TaskbarClass', {
  style: 'uint32',
  procedure: koffi.pointer(procedure),
  classBytes: 'int',
  windowBytes: 'int',
  module: 'void *',
  icon: 'void *',
  cursor: 'void *',
  brush: 'void *',
  menu: 'void *',
  name: 'str16',
});
const registerClass = user32.func('uint16 __stdcall RegisterClassW(TaskbarClass *class)');
const create = user32.func(
  'uintptr __stdcall CreateWindowExW(uint32 styleEx, str16 class, str16 title, uint32 style, int x, int y, int width, int height, intptr parent, void* menu, void* module, void* parameter)',
);
const usual = user32.func('intptr __stdcall DefWindowProcW(uintptr window, uint32 message, uintptr wParam, intptr lParam)');
const move = kernel32.func('void __stdcall RtlMoveMemory(void* to, uintptr from, size_t bytes)');

const copyData = 0x4a;
/** COPYDATASTRUCT: what is meant (NIM_ADD, NIM_MODIFY, NIM_DELETE), how many bytes, and where. */
const [add, modify] = [0, 1];

/** Opens it; returns what tells of its icon: null while there is none, else all that was said of it, with its texts in UTF-16. */
export function openTaskbar(): () => Buffer | null {
  let icon: Buffer | null = null;
  const take = (lParam: number | bigint): number => {
    const head = Buffer.alloc(24);
    move(head, lParam, head.length);
    const action = Number(head.readBigUInt64LE());
    const hadIcon = icon !== null;
    if (action !== add && !hadIcon) return 0;
    const said = Buffer.alloc(head.readUInt32LE(8));
    move(said, head.readBigUInt64LE(16), said.length);
    icon = action === add || action === modify ? said : null;
    return action === add && hadIcon ? 0 : 1;
  };
  const answer = koffi.register(
    (window: number, message: number, wParam: number, lParam: number) =>
      message === copyData ? take(lParam) : usual(window, message, wParam, lParam),
    koffi.pointer(procedure),
  );
  registerClass({ style: 0, procedure: answer, classBytes: 0, windowBytes: 0, name: 'Shell_TrayWnd' });
  create(0, 'Shell_TrayWnd', '', 0, 0, 0, 1, 1, 0, null, null, null);
  return () => icon;
}
