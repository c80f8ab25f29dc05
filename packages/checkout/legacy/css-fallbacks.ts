import postcss, { type Declaration, type PluginCreator } from 'postcss';

/** A property and a value that old browsers support. */
type Fallback = readonly [property: string, value: string];

/** The legacy names of the logical sides. */
const sides = { inline: ['start', 'end'], block: ['before', 'after'] } as const;

/**
 * Adds a fallback before each declaration that old browsers do not support. Newer browsers use the later
 * declaration.
 */
const addFallbacks: PluginCreator<never> = () => ({
  postcssPlugin: 'pgw-css-fallbacks',
  Declaration(declaration) {
    if (processed.has(declaration)) return;
    processed.add(declaration);
    for (const [prop, value] of getFallbacks(declaration)) {
      const fallback = declaration.cloneBefore({ prop, value });
      processed.add(fallback);
    }
  },
});
addFallbacks.postcss = true;

/** The declarations to skip, because PostCSS visits a declaration again after its rule has changed. */
const processed = new WeakSet<Declaration>();

/** Adds fallbacks to a style sheet for the browsers of the legacy build. */
export function withFallbacks(css: string): string {
  return postcss([addFallbacks()]).process(css, { from: undefined }).css;
}

function getFallbacks({ prop, value }: Declaration): readonly Fallback[] {
  const box = /^(margin|padding)-(inline|block)(?:-(start|end))?$/.exec(prop);
  if (box) return getBoxFallbacks(value, box);
  const border = /^border-block-(start|end)(-\w+)?$/.exec(prop);
  if (border)
    return [[`-webkit-border-${border[1] === 'start' ? 'before' : 'after'}${border[2] ?? ''}`, value]];
  // A gray that is visible on light and dark backgrounds.
  if (value.startsWith('color-mix(')) return [[prop, '#8886']];
  switch (prop) {
    case 'inset-block-start':
      return [['top', value]];
    case 'inset-block-end':
      return [['bottom', value]];
    case 'inset-block':
      return [
        ['top', value],
        ['bottom', value],
      ];
    case 'overflow':
      return value === 'clip' ? [[prop, 'hidden']] : [];
    case 'overflow-wrap':
      return value === 'anywhere' ? [[prop, 'break-word']] : [];
    case 'appearance':
    case 'mask-image':
    case 'user-select':
      return [[`-webkit-${prop}`, value]];
    case 'gap':
      return [['grid-gap', value]];
    case 'min-height':
    case 'max-height':
      return value.startsWith('min(') ? [[prop, value.slice('min('.length, value.indexOf(','))]] : [];
    default:
      return [];
  }
}

/**
 * The fallbacks of a logical margin or padding. `match` has the property, the axis and the side, if it has
 * one.
 */
function getBoxFallbacks(value: string, match: RegExpExecArray): Fallback[] {
  const [, box, axis, side] = match;
  const [start, end] = axis === 'block' ? sides.block : sides.inline;
  if (side !== undefined) return [[`-webkit-${box}-${side === 'start' ? start : end}`, value]];
  const [first = '', second = first] = postcss.list.space(value);
  return [
    [`-webkit-${box}-${start}`, first],
    [`-webkit-${box}-${end}`, second],
  ];
}

/**
 * Chrome before 87 and Safari before 14.1 support neither `gap` in flex boxes nor `inset-inline`. These rules
 * use margins and sides instead.
 */
export const oldBrowserStyles: string = withFallbacks(`
  @supports not (inset: 0) {
    .tile > :not(:last-child), .bank > :not(:last-child), .single > :not(:last-child), .category > :not(:last-child) {
      margin-inline-end: 12px;
    }
    .primary > .icon, .secondary > .icon, .notice > .icon, .spinner {
      margin-inline-end: 10px;
    }
    .error > .icon, .timer > .icon, .bank-status > .icon, .gateway > :not(:last-child), .dots > :not(:last-child) {
      margin-inline-end: 6px;
    }
    .redirect-logos > :not(:last-child) {
      margin-inline-end: 16px;
    }
    .search > .icon {
      left: 0.9em;
    }
    .clear {
      right: 2px;
    }
    [dir='rtl'] .search > .icon {
      right: 0.9em;
      left: auto;
    }
    [dir='rtl'] .clear {
      right: auto;
      left: 2px;
    }
    .progress {
      right: 0;
      left: 0;
    }
  }
`);
