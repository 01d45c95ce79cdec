/** The first page of the gallery and of `npm run dev`: every state in every theme. */
import { pageStates, themes } from '../../test/page/page-states.ts';

const style = `
  body { margin: 24px; font: 14px/1.4 system-ui, sans-serif; color: #1b1b1b; background: #ececec }
  h2 { margin: 32px 0 8px }
  .row { display: grid; grid-template-columns: repeat(4, 390px); gap: 16px }
  figure { margin: 0 }
  iframe { width: 760px; height: 640px; border: 0; transform: scale(.513); transform-origin: 0 0; background: #fff }
  .frame { width: 390px; height: 328px; overflow: hidden; outline: 1px solid #bbb }
  td, th { padding: 4px 16px 4px 0; text-align: left }`;

/** Each has the address `/STATE/THEME/`. With frames, all are visible at once. */
export function indexPage({ framed }: { readonly framed: boolean }): string {
  const states = Object.keys(pageStates);
  const body = framed ? states.map(frames).join('') : `<table>${states.map(links).join('')}</table>`;
  const hint = framed ? 'A state alone: click its caption.' : 'Each opens by its theme.';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Hub: states of the page</title><style>${style}</style>
<h1>States of the page</h1><p>${states.length} states in ${themes.length} themes. ${hint}</p>${body}</html>`;
}

function frames(state: string): string {
  const cells = themes.map(
    (theme) => `<figure><figcaption><a href="/${state}/${theme}/">${theme}</a></figcaption>
<div class="frame"><iframe title="${state}, ${theme}" src="/${state}/${theme}/" loading="lazy"></iframe></div></figure>`,
  );
  return `<h2>${state}</h2><div class="row">${cells.join('')}</div>`;
}

function links(state: string): string {
  return `<tr><th>${state}</th>${themes.map((theme) => `<td><a href="/${state}/${theme}/">${theme}</a></td>`).join('')}</tr>`;
}
