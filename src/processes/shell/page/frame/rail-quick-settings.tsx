/** The entry of the rail that opens the quick settings: a menu with each of them. */
import { type JSX, useState } from 'react';
import type { ActionVerb } from '../../../../contract/action-verbs.ts';
import { say } from '../../../../domain/language/say.ts';
import { DocumentMultipleRegular, DocumentTextRegular, FlashRegular, OpenRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';
import { Flyout, type FlyoutPlace } from './flyout.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { Tooltip } from './tooltip.tsx';

const items = (): readonly MenuItem[] => {
  const item = (label: string, icon: JSX.Element, verb: ActionVerb): MenuItem => ({
    ...{ label, icon },
    onChoose: () => sendCommand({ kind: 'act', verb }),
  });
  return [
    item(say('Chat'), <OpenRegular />, 'quick-settings-chat'),
    item(say('Structured text'), <DocumentMultipleRegular />, 'quick-settings-structured-text'),
    item(say('Text extraction'), <DocumentTextRegular />, 'quick-settings-text-extraction'),
  ];
};

interface Props {
  readonly isOpen: boolean;
  readonly className: string;
  readonly iconClass: string | undefined;
}

export function RailQuickSettings({ isOpen, className, iconClass }: Props): JSX.Element {
  const [at, open] = useState<FlyoutPlace | null>(null);
  const label = say('Quick settings');
  return (
    <>
      <Tooltip content={label} relation="label" side="after" isWanted={() => !isOpen}>
        <button
          type="button"
          className={className}
          aria-haspopup="menu"
          aria-expanded={at !== null}
          onClick={(event) => open(event.currentTarget.getBoundingClientRect())}
        >
          <FlashRegular className={iconClass} aria-hidden />
          {isOpen ? <span>{label}</span> : null}
        </button>
      </Tooltip>
      {at === null ? null : (
        <Flyout label={label} at={at} align="start" onClose={() => open(null)}>
          <Menu label={label} items={items()} />
        </Flyout>
      )}
    </>
  );
}
