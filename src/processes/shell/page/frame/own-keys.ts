/** What has keys of its own: fields, menus and what lies over the page. Letters there start no search, and Escape does not hide the window. */
const ownKeys = ':is(input,textarea,select,[contenteditable],[popover],[role=menu],dialog,[role=dialog],[role=alertdialog])';

/** Whether the focus is somewhere that has keys of its own, or a dialog is open. */
export function hasOwnKeys({ target }: KeyboardEvent): boolean {
  return (target instanceof Element && target.closest(ownKeys) !== null) || document.querySelector('dialog[open]') !== null;
}

const overPage = ':is([popover],[role=menu],dialog,[role=dialog],[role=alertdialog])';
const typedText = ':is(input:not([type=checkbox],[type=radio]),textarea,[contenteditable])';

/**
 * Whether Ctrl+Z belongs to what is typed there. A switch and a choice have nothing to undo of their own, nor has a field of the settings that is empty or says what is in
 * force (`data-in-force`): what was changed by it last is undone then. A box that searches brings back what was typed.
 */
export function hasOwnUndo({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest(overPage) !== null) return true;
  const field = target.closest(typedText);
  const isAtRest =
    (field instanceof HTMLInputElement && field.value === '' && field.getAttribute('role') !== 'combobox') ||
    field?.hasAttribute('data-in-force') === true;
  return field !== null && !isAtRest;
}
