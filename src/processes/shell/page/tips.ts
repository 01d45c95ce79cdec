/** What all tips look like. */
import { type FluentProviderProps, makeStyles, mergeClasses, type TooltipState, tokens } from '@fluentui/react-components';

// Fluent's own shadow of a tip is a filter, with an edge of 2 px that no token widens: this is the same shadow, as everything else here has it.
const useStyles = makeStyles({ tip: { filter: 'none', boxShadow: tokens.shadow8 } });

function useTipStyles(state: unknown): void {
  const { content } = state as TooltipState;
  content.className = mergeClasses(content.className, useStyles().tip);
}

/** For Fluent's provider. */
export const tipStyles: NonNullable<FluentProviderProps['customStyleHooks_unstable']> = { useTooltipStyles_unstable: useTipStyles };
