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

keepBrowserMenuAway();

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const renderer = createDOMRenderer(document, { styleElementAttributes: { nonce } });
const place = document.getElementById('page');
if (place === null) throw new Error('the document has no place for the page');

createRoot(place).render(
  <RendererProvider renderer={renderer} targetDocument={document}>
    <App nonce={nonce} />
  </RendererProvider>,
);
