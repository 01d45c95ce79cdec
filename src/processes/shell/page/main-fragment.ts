import type { FragmentRow, HubWindowViewModel } from '../../../contract/shell-page.ts';

/** What the rows are about: the text, where there is one; a picture or files that came with it are other forms of it. */
export function mainFragment({ ClipboardFragments: fragments }: HubWindowViewModel): FragmentRow | undefined {
  return fragments.find(({ kind }) => kind === 'text') ?? fragments.find(({ kind }) => kind === 'files') ?? fragments[0];
}
