/** What has keys of its own: fields, menus and what lies over the page. Letters there start no search, and Escape does not hide the window. */
const ownKeys = ':is(input,textarea,select,[contenteditable],[popover],[role=menu],dialog,[role=dialog],[role=alertdialog])';

/** Whether the focus is somewhere that has keys of its own, or a dialog is open. */
export function hasOwnKeys({ target }: KeyboardEvent): boolean {
  return (target instanceof Element && target.closest(ownKeys) !== null) || document.querySelector('dialog[open]') !== null;
}
