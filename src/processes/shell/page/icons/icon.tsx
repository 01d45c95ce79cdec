/** An icon of the page: a drawing of one colour, as large as the text beside it, ignored by screen readers. */
import { makeStyles, mergeClasses } from '@griffel/react';
import type { ComponentType, SVGProps } from 'react';

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Which of the two drawings of a `bundleIcon` is shown. */
  readonly filled?: boolean;
}
export type Icon = ComponentType<IconProps>;

// Browsers keep the colours inside an SVG in high contrast, unless they are told not to.
const useStyles = makeStyles({
  icon: { display: 'inline', lineHeight: 0, '@media (forced-colors: active)': { forcedColorAdjust: 'auto' } },
});

/** An icon with these paths, in a square of 20 that is as wide as the text (`width` is `1em`), or `width`. */
export function createIcon(width: string, paths: readonly string[]): Icon {
  const side = width === '1em' ? '20' : width;
  return ({ filled: _filled, className, ...rest }) => (
    <svg
      aria-hidden
      {...rest}
      className={mergeClasses(useStyles().icon, className)}
      fill="currentColor"
      width={width}
      height={width}
      viewBox={`0 0 ${side} ${side}`}
    >
      {paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** Two drawings, of which one is shown. */
export function bundleIcon(Filled: Icon, Regular: Icon): Icon {
  return ({ filled = false, ...rest }) => (filled ? <Filled {...rest} /> : <Regular {...rest} />);
}
