/** The sign on the toolbar button: that something was taken, what became of it, how much waits for Hub. A save by a key has no other place to say so. */
import { browser } from 'wxt/browser';
import type { Save } from '../messages.ts';
import { text } from '../text.ts';

const shownForMs = 4_000;
const colours = { good: '#0e700e', bad: '#b10e1c', waiting: '#0f6cbd', partly: '#8a5a00' } as const;

export interface Badge {
  /** Whether something is being read. */
  reading(isReading: boolean): void;
  taken(): void;
  settled(save: Save): void;
  refused(): void;
  /** `isFlowing`: Hub takes what waits. */
  queued(count: number, isFlowing: boolean): void;
}

export function openBadge(): Badge {
  let until: ReturnType<typeof setTimeout> | undefined;
  let waiting = '';
  let isReading = false;
  const paint = (sign: string, colour: string, title: string): void => {
    void browser.action.setBadgeText({ text: sign });
    void browser.action.setBadgeBackgroundColor({ color: colour });
    void browser.action.setBadgeTextColor({ color: '#ffffff' });
    void browser.action.setTitle({ title });
  };
  const paintLasting = (): void =>
    isReading ? paint('…', colours.waiting, text('stateReading')) : paint(waiting, colours.waiting, text('name'));
  const show = (sign: string, colour: string, title: string): void => {
    clearTimeout(until);
    paint(sign, colour, title);
    until = setTimeout(() => {
      until = undefined;
      paintLasting();
    }, shownForMs);
  };
  return {
    reading: (is) => {
      isReading = is;
      // What became of the one before gives way to a new one.
      if (is) {
        clearTimeout(until);
        until = undefined;
      }
      if (until === undefined) paintLasting();
    },
    taken: () => show('…', colours.waiting, text('stateQueued')),
    settled: ({ state, name = '', text: told = '', missing }) => {
      if (state === 'saved' && missing !== undefined) show('✓', colours.partly, text('lookForMissing'));
      else if (state === 'saved') show('✓', colours.good, text('savedAs', name));
      else if (state === 'kept') show('✓', colours.good, told);
      else if (state === 'waiting') show('…', colours.waiting, told);
      else show('!', colours.bad, told);
    },
    refused: () => show('!', colours.bad, text('lookInPopup')),
    queued: (count, isFlowing) => {
      const isShown = count > 0 && !isFlowing;
      waiting = isShown ? (count > 999 ? '999+' : String(count)) : '';
      if (until === undefined) paintLasting();
    },
  };
}
