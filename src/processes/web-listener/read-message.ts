/** A frame of an extension as a message of the contract, or the answer to it. Frames are a stranger's: no answer and no log repeats what is in one. */
import {
  type ExtensionMessage,
  extensionMessage,
  type ListenerMessage,
  longestFrame,
  messageIdForm,
} from '../../contract/extension-messages.ts';
import { parseBody } from '../../http/body.ts';

export type ReadMessage =
  | { readonly ok: true; readonly message: ExtensionMessage }
  | { readonly ok: false; readonly id: string | null; readonly nack: ListenerMessage };

/** Reads one frame. */
export function readMessage(frame: Uint8Array): ReadMessage {
  if (frame.byteLength > longestFrame) return refused(null, 'too-large');
  const json = parseBody(frame);
  if (!json.ok) return refused(null, 'invalid');
  const parsed = extensionMessage.safeParse(json.value);
  if (parsed.success) return { ok: true, message: parsed.data };
  return refused(idOf(json.value), parsed.error.issues.some(({ code }) => code === 'too_big') ? 'too-large' : 'invalid');
}

function refused(id: string | null, reason: 'invalid' | 'too-large'): ReadMessage {
  return { ok: false, id, nack: { nack: id, reason } };
}

/** So that its sender knows which one it was. */
function idOf(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' && messageIdForm.test(id) ? id : null;
}

/** The bytes that a text in Base64 stands for (RFC 4648 §4); null if it is none. */
export function bytesOfBase64(text: string): Buffer | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  return Buffer.from(text, 'base64');
}
