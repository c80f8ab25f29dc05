/** What old browsers know a declaration by, each put before the declaration itself, which wins where it is known. */
const fallbacks = [
  [
    /((?:margin|padding))-(inline|block)-(start|end)\s*:\s*([^;}]+)/g,
    (_, box, axis, side, value) => `-webkit-${box}-${sideOf(axis, side)}:${value}`,
  ],
  [
    /((?:margin|padding))-(inline|block)\s*:\s*([^;}]+)/g,
    (_, box, axis, values) => {
      const [start, end = start] = parts(values);
      return `-webkit-${box}-${sideOf(axis, 'start')}:${start};-webkit-${box}-${sideOf(axis, 'end')}:${end}`;
    },
  ],
  [
    /border-block-(start|end)(-\w+)?\s*:\s*([^;}]+)/g,
    (_, side, what = '', value) => `-webkit-border-${sideOf('block', side)}${what}:${value}`,
  ],
  [
    /inset-block-(start|end)\s*:\s*([^;}]+)/g,
    (_, side, value) => `${side === 'start' ? 'top' : 'bottom'}:${value}`,
  ],
  [/inset-block\s*:\s*([^;}]+)/g, (_, value) => `top:${value};bottom:${value}`],
  [/overflow\s*:\s*clip/g, () => 'overflow:hidden'],
  [/overflow-wrap\s*:\s*anywhere/g, () => 'overflow-wrap:break-word'],
  [/(appearance|mask-image|user-select)\s*:\s*([^;}]+)/g, (_, name, value) => `-webkit-${name}:${value}`],
  [/((?:min|max)-height)\s*:\s*min\(([^,]+),[^;}]+/g, (_, name, value) => `${name}:${value}`],
  [/gap\s*:\s*([^;}]+)/g, (_, value) => `grid-gap:${value}`],
];

const afterDeclaration = '(?<=[;{]\\s*)';

/** A style sheet that is plain in old browsers and the same in new ones. */
export function forOldBrowsers(css) {
  const mixed = css.replace(
    /color-mix\(in srgb, (?:currentcolor|var\([^)]*\)) \d+%, (?:transparent|var\([^)]*\))\)/g,
    '#8886',
  );
  return fallbacks.reduce(
    (text, [pattern, fallback]) =>
      text.replace(
        new RegExp(afterDeclaration + pattern.source, 'g'),
        (...match) => `${fallback(...match)};${match[0]}`,
      ),
    mixed,
  );
}

/** Where a flex box knows no `gap`, and nothing knows `inset-inline-start`: Chrome before 87, Safari before 14.1. */
export const oldSheet = forOldBrowsers(`
  @supports not (inset: 0) {
    .tile > :not(:last-child), .bank > :not(:last-child), .single > :not(:last-child), .kind > :not(:last-child) {
      margin-inline-end: 12px;
    }
    .pay > .icon, .secondary > .icon, .notice > .icon, .spinner {
      margin-inline-end: 10px;
    }
    .error > .icon, .timer > .icon, .bank-status > .icon, .by > :not(:last-child), .dots > :not(:last-child) {
      margin-inline-end: 6px;
    }
    .hop > :not(:last-child) {
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

function sideOf(axis, side) {
  if (axis === 'inline') return side;
  return side === 'start' ? 'before' : 'after';
}

/** The values of a shorthand: `0 calc(2 * var(--x))` are two. */
function parts(values) {
  let depth = 0;
  const found = [''];
  for (const letter of values.trim()) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth === 0 && /\s/.test(letter)) found.push('');
    else found[found.length - 1] += letter;
  }
  return found;
}
