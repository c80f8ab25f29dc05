import { css } from './css.ts';

/** A colour: its name after `--pgw-color-`, then light, then dark. Their contrast is in the design reference. */
export type Colour = readonly [name: string, light: string, dark: string];

/** The colours of the list; a part brings those that only it draws with. */
const colours: readonly Colour[] = [
  ['bg', '#fff', '#121918'],
  ['surface', '#f5f7f7', '#1a2322'],
  ['text', '#13201f', '#eaf0ef'],
  ['text-muted', '#52615f', '#a2b1ae'],
  ['disabled-text', '#66726f', '#8c9a97'],
  ['border', '#dce3e2', '#2c3836'],
  ['border-control', '#748481', '#6f807d'],
  ['field', '#fff', '#161f1e'],
  ['accent', '#0b5c6b', '#5cc6d6'],
  ['accent-hover', '#084855', '#86dae6'],
  ['on-accent', '#fff', '#03252b'],
  ['accent-tint', '#eef4f5', '#1c3133'],
  ['focus', '#13201f', '#fff'],
  ['danger', '#b42318', '#ff9287'],
  ['skeleton', '#e6ebea', '#26312f'],
];

const followsScheme = 'color:light-dark(#fff,#000)';
/** Whether this is a browser that has it; not so where a file of styles is made for all of them. */
const isModern = globalThis.CSS?.supports(followsScheme);

/**
 * Colours under short names, with their defaults. `light-dark()` follows the page's own `color-scheme`; browsers without it
 * stay light unless `theme="dark"`. A browser that has it is spared the rest, which is most of what it would have to read.
 */
export function declare(list: readonly Colour[]): string {
  const lines = (value: (light: string, dark: string) => string): string =>
    list
      .map(([name, light, dark]) => `--_pgw-${name}:var(--pgw-color-${name},${value(light, dark)});`)
      .join('');
  const both = lines((light, dark) => `light-dark(${light},${dark})`);
  return isModern
    ? `:host{${both}}`
    : `:host{${lines((light) => light)}}:host([theme='dark']){${lines((_light, dark) => dark)}}` +
        `@supports (${followsScheme}){:host(:not(#x)){${both}}}`;
}

/** The merchant's tokens (`--pgw-…`) under short names, with their defaults. */
export const tokens: string = css`
  ${declare(colours)}
  :host {
    --_pgw-radius: var(--pgw-radius, 14px);
    --_pgw-radius-control: var(--pgw-radius-control, 10px);
    --_pgw-radius-frame: var(--pgw-radius-frame, 20px);
    --_pgw-space: var(--pgw-space, 4px);
    --_pgw-ease: cubic-bezier(0.2, 0, 0, 1);
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  @supports (color: light-dark(#fff, #000)) {
    :host(:not(#x)) {
      --_pgw-accent-tint: var(
        --pgw-color-accent-tint,
        light-dark(
          color-mix(in srgb, var(--_pgw-accent) 7%, var(--_pgw-bg)),
          color-mix(in srgb, var(--_pgw-accent) 14%, var(--_pgw-bg))
        )
      );
    }
  }
`;
