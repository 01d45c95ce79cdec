/**
 * The button at a block of code that saves it with its language. It is in pages only while the user has it switched on. The button is in a closed shadow root,
 * takes clicks of a person alone, and reads nothing but the block that it is at.
 */
import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import type { Answer, CodeBlock } from '../messages.ts';
import { codeLanguage, codeText } from '../page/prepared.ts';
import { text } from '../text.ts';
import { mark } from '../view/element.ts';

const shownForMs = 1_500;
const style = `
  :host { all: initial; }
  button { position: fixed; z-index: 2147483647; width: 28px; height: 28px; padding: 0; border: 1px solid light-dark(#d1d1d1, #666); border-radius: 4px;
    background: light-dark(#fff, #292929); color: light-dark(#0f6cbd, #479ef5); font: 600 14px/26px system-ui, sans-serif; cursor: pointer; box-shadow: 0 1px 5px rgb(0 0 0 / 20%); }
  button:hover { background: light-dark(#f5f5f5, #333); }
  svg { width: 18px; height: 18px; vertical-align: middle; }
  [hidden] { display: none; }
`;

// biome-ignore lint/style/noDefaultExport: WXT asks for it
export default defineContentScript({
  registration: 'runtime',
  main: () => {
    const host = document.createElement('hub-code-button');
    const shadow = host.attachShadow({ mode: 'closed' });
    const sheet = document.createElement('style');
    sheet.textContent = style;
    const button = document.createElement('button');
    button.type = 'button';
    button.title = text('saveCode');
    button.setAttribute('aria-label', text('saveCode'));
    button.hidden = true;
    shadow.append(sheet, button);
    let block: Element | null = null;
    let settling: ReturnType<typeof setTimeout> | undefined;

    const rest = (): void => button.replaceChildren(mark());
    const show = (at: Element): void => {
      if (!host.isConnected) document.documentElement.append(host);
      if (at !== block) {
        clearTimeout(settling);
        rest();
      }
      block = at;
      const { top, right } = at.getBoundingClientRect();
      button.style.top = `${Math.max(4, top + 4)}px`;
      button.style.left = `${Math.min(right, innerWidth) - 36}px`;
      button.hidden = false;
    };
    const hide = (): void => {
      button.hidden = true;
    };

    document.addEventListener('pointerover', ({ target }) => {
      if (!(target instanceof Element) || target === host) return;
      const at = target.closest('pre');
      if (at !== null && (at.textContent ?? '').trim() !== '') show(at);
      else hide();
    });
    document.addEventListener('scroll', hide, { capture: true, passive: true });
    button.addEventListener('click', (event) => {
      if (!event.isTrusted || block === null) return;
      event.stopPropagation();
      void save(block).then((isTaken) => {
        button.textContent = isTaken ? '✓' : '!';
        settling = setTimeout(rest, shownForMs);
      });
    });
  },
});

async function save(block: Element): Promise<boolean> {
  const language = codeLanguage(block);
  const message: CodeBlock = { ask: 'save-code', text: codeText(block), ...(language === null ? {} : { language }) };
  try {
    return ((await browser.runtime.sendMessage(message)) as Answer).ok;
  } catch {
    // the extension was updated: this page has the script of the earlier one
    return false;
  }
}
