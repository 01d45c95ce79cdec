/** The page of Hub's window. */
import { createDOMRenderer, RendererProvider } from '@fluentui/react-components';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { followView, tellUse } from './hub.ts';

// The view is on its way while the page is made.
void followView();
tellUse();

/** The browser's own menu is about pages (back, reload); it is of use where there is text to write or to copy. */
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
    <App />
  </RendererProvider>,
);
