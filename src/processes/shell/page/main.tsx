/** The page of Hub's window. */
import { createDOMRenderer, RendererProvider } from '@griffel/react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followView, tellUse } from './shell-client.ts';

// The view is requested while the page is being built.
void followView();
tellUse();

/** The browser's own menu is for pages (back, reload); it is useful only for text that can be edited or copied. */
function keepBrowserMenuAway(): void {
  document.addEventListener('contextmenu', (event) => {
    const isText = event.target instanceof HTMLInputElement || (getSelection()?.toString() ?? '') !== '';
    if (!isText) event.preventDefault();
  });
}

const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'Super', 'OS']);

/**
 * A key that the page does not handle is offered by WebKitGTK to the window once more, and then passed on (`shouldForwardNextKeyEvent`). If the window is hidden
 * meanwhile, that offer never comes, and the next key, whichever it is, is passed on instead of it and lost. The modifiers of the picker's shortcut are such keys.
 */
function handleModifiers(): void {
  addEventListener('keydown', (event) => modifiers.has(event.key) && event.preventDefault(), true);
}

keepBrowserMenuAway();
handleModifiers();

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce } });
const place = document.getElementById('page');
if (place === null) throw new Error('the document has no place for the page');

createRoot(place).render(
  <RendererProvider renderer={renderer} targetDocument={document}>
    <App nonce={nonce} />
  </RendererProvider>,
);
