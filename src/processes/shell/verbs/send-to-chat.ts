/**
 * The verb `send-to-chat`: hands a copy to the assistant that its kind goes to. Hub sends nothing itself: it opens a page in the browser, with the text in its
 * address, or with the copy on the clipboard. What looks like a secret goes nowhere.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { askOpen } from '../../../client/ask-pipes.ts';
import type { Bridge } from '../../../client/bridge.ts';
import { mainFragment } from '../../../contract/fragment-words.ts';
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { chatRequest } from '../../../domain/chat/chat-request.ts';
import { whyAbsent } from '../../../domain/conditions/absence.ts';
import { say, sayHeard, withinSentence } from '../../../domain/language/say.ts';
import { secretInWords } from '../../../domain/secrets/secret-in-words.ts';
import type { Picker } from '../picker/picker.ts';
import type { Shell } from '../shell.ts';
import type { QuickWindow } from '../window/quick-window.ts';
import type { WindowControl } from '../window/window-control.ts';

interface Parts {
  readonly shell: Pick<Shell, 'state' | 'notify'>;
  readonly bridge: Pick<Bridge, 'fragment' | 'text' | 'copy'>;
  readonly open: (as: 'address', target: string) => ReturnType<typeof askOpen>;
  readonly control: Pick<WindowControl, 'isPicker' | 'restore'>;
  readonly picker: Pick<Picker, 'leave'>;
  readonly quick: Pick<QuickWindow, 'open'>;
  readonly tellDesktop: (text: string) => Promise<unknown>;
  /** Whether the settings have pictures read by themselves. */
  readonly readsPictures: () => boolean;
  /** For the text of a picture that is being read; for tests. */
  readonly waitsMs?: number;
}

/** A longer text is no prompt, and is not looked through for secrets. */
const longestTextBytes = 4 * 1024 * 1024;

/** A picture of a screen takes some seconds. */
const waitsForReadingMs = 15_000;
const lookEveryMs = 200;
/** By then Hub has begun to read a picture that it reads by itself: three seconds after the copy, and some more on a busy machine. */
const beginsWithinMs = 5_000;

/** Why it was not sent, or what there is to do; as it was said in the window. */
export interface Sent {
  readonly ok: boolean;
  readonly detail?: string;
}

/** `fragmentId`: null for what is on the clipboard. Each end is told, in the window that was open, and to the caller. */
export async function sendToChat(parts: Parts, fragmentId: string | null): Promise<Sent> {
  const { shell, bridge, open, control, picker, quick, tellDesktop } = parts;
  const wasPicker = control.isPicker;
  // So that the program that opens the page is not under it.
  if (wasPicker) await picker.leave();
  const told = async (intent: 'error' | 'warning' | 'info', text: string | (() => string)): Promise<Sent> => {
    shell.notify(intent, text);
    if (wasPicker || fragmentId === null) await control.restore();
    return { ok: false, detail: typeof text === 'string' ? text : text() };
  };
  const id = fragmentId ?? mainFragment(shell.state.snapshot?.fragments ?? [])?.id;
  if (id === undefined) {
    const why = whyAbsent(shell.state.snapshot, shell.state.pause !== null);
    if (why === null) return told('info', () => say('There is nothing on the clipboard that could be sent to a chat'));
    return told('warning', () => say('Not sent: {why}', { why: withinSentence(why) }));
  }
  const found = await onceRead(parts, id);
  if (found.ok && isBeingRead(found.value))
    return told('info', () => say('Not sent: Hub is still reading the text in the picture. Try again in a moment'));
  if (found.ok && found.value.kind === 'text' && found.value.bytes > longestTextBytes)
    return told('warning', () => say('Not sent: it is too long for a chat'));
  const text = found.ok ? await textOf(bridge, found.value) : null;
  if (!found.ok || text === null) return told('error', () => say('Not sent: the core did not answer, or the copy was deleted'));
  const asked = chatRequest(found.value, text, shell.state.chat);
  if (asked.kind === 'unread') return told('info', () => say('Not sent: Hub has not examined it yet. Try again in a moment'));
  if (asked.kind === 'private') return told('warning', () => say('Not sent: this copy is private'));
  if (asked.kind === 'doubtful') return told('warning', () => say('Not sent: one of its lines looks like a secret'));
  if (asked.kind === 'secret')
    return told('warning', () => say('Not sent: it seems to contain {secret}', { secret: secretInWords(asked.family) }));
  if (asked.kind === 'none') {
    await quick.open('chat-routing');
    const { missing } = asked;
    const choose = () =>
      missing === ''
        ? say('Choose an assistant for this kind of copy, then send it again')
        : say('There is no assistant “{name}” any more. Choose another one for this kind of copy, then send it again', { name: missing });
    shell.notify('info', choose);
    return { ok: false, detail: choose() };
  }
  if (asked.kind === 'copy' && !(await bridge.copy(id)).ok)
    return told('error', () => say('It could not be put on the clipboard: there is no clipboard, or the copy was deleted'));
  const opened = await open('address', asked.address);
  if (!opened.ok) return told('error', sayHeard(opened.detail ?? '') || say('It was not opened: Hub did not answer; see Diagnostics'));
  const { assistant } = asked;
  const isUnread =
    found.value.kind === 'image' && !(found.value.extracted ?? []).some(({ state }) => state === 'read' || state === 'empty');
  const said = () =>
    isUnread
      ? say(
          'The copy is on the clipboard: paste it into {assistant}. Hub has not read the text in the picture, so it may contain a secret',
          {
            assistant,
          },
        )
      : say('The copy is on the clipboard: paste it into {assistant}', { assistant });
  if (asked.kind === 'open') return { ok: true };
  shell.notify('info', said);
  // The browser is in front, and the window perhaps hidden.
  if (wasPicker || fragmentId === null) await tellDesktop(said());
  return { ok: true, detail: said() };
}

function isBeingRead({ kind, extracted = [] }: Fragment): boolean {
  return kind === 'image' && extracted.some(({ state }) => state === 'reading');
}

/** Just copied, and to be read by itself unless it is too large for that. */
function mayBeReadSoon({ shell, readsPictures }: Parts, { kind, extracted = [], capturedAt, state, secret }: Fragment): boolean {
  const ageMs = Date.now() - Date.parse(capturedAt);
  if (kind !== 'image' || extracted.length > 0 || ageMs < 0 || ageMs >= beginsWithinMs) return false;
  return state !== 'filtered' && secret === undefined && shell.state.pause?.what !== 'everything' && readsPictures();
}

/** The copy, once the text in its picture is known, or after some seconds. */
async function onceRead(parts: Parts, id: string): ReturnType<Bridge['fragment']> {
  const { bridge, waitsMs = waitsForReadingMs } = parts;
  const endMs = performance.now() + waitsMs;
  for (;;) {
    const found = await bridge.fragment(id);
    const isAwaited = found.ok && (isBeingRead(found.value) || mayBeReadSoon(parts, found.value));
    if (!isAwaited || performance.now() >= endMs) return found;
    await pause(lookEveryMs);
  }
}

/** All of it; empty for what is no text, null if it could not be read. */
async function textOf(bridge: Parts['bridge'], { id, kind, text, textTruncated }: Fragment): Promise<string | null> {
  if (kind !== 'text') return '';
  if (textTruncated !== true) return text ?? '';
  const whole = await bridge.text(id, longestTextBytes);
  return whole.ok ? whole.value : null;
}
