import { Button, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import type { JSX, MouseEvent } from 'react';

const useStyles = makeStyles({ button: { color: tokens.colorNeutralForeground3 } });

interface Props {
  /** Its name, for everybody: shown beside the pointer, read out by a screen reader. */
  readonly label: string;
  readonly icon: JSX.Element;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A button without a text. */
export function IconButton({ label, icon, onClick }: Props): JSX.Element {
  const styles = useStyles();
  return (
    <Tooltip content={label} relationship="label">
      <Button appearance="subtle" size="small" className={styles.button} icon={icon} onClick={onClick} />
    </Tooltip>
  );
}
