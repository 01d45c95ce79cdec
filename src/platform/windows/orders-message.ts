/** WM_APP: by it a thread of ours that waits for messages of Windows hears that there are orders. */
export const ordersMessage = 0x8000;
