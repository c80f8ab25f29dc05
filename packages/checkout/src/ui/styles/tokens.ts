import { css, unsafeCSS, type CSSResult } from 'lit';

/**
 * A color: its name without the prefix `--pgw-color-`, its light value and its dark value.
 * docs/accessibility.md lists the contrast of the colors.
 */
export type Color = readonly [name: string, light: string, dark: string];

const colors: readonly Color[] = [
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
  ['danger-tint', '#fef1ef', '#3a1a17'],
  ['warning', '#805300', '#ebbe66'],
  ['warning-tint', '#fff5e0', '#33280f'],
  ['info', '#2a4e9b', '#9db9f5'],
  ['info-tint', '#eff3fc', '#1a2540'],
  ['skeleton', '#e6ebea', '#26312f'],
];

const lightDarkSupport = 'color:light-dark(#fff,#000)';

/** Undefined in Node. The style sheet then has the declarations for all browsers. */
const supportsLightDark = globalThis.CSS?.supports(lightDarkSupport);

/**
 * Declares each color as `--_pgw-<name>` with its default. `light-dark()` follows the page's `color-scheme`.
 * Browsers without `light-dark()` show the light colors, unless the element has `theme="dark"`. In a browser
 * with `light-dark()` the style sheet contains only the declarations for this browser. `:not(#x)` gives a rule
 * a higher specificity than `[theme='dark']`.
 */
export function declareColors(list: readonly Color[]): CSSResult {
  const createDeclarations = (value: (light: string, dark: string) => string): string =>
    list
      .map(([name, light, dark]) => `--_pgw-${name}:var(--pgw-color-${name},${value(light, dark)});`)
      .join('');
  const both = createDeclarations((light, dark) => `light-dark(${light},${dark})`);
  return unsafeCSS(
    supportsLightDark
      ? `:host{${both}}`
      : `:host{${createDeclarations((light) => light)}}:host([theme='dark']){${createDeclarations((_light, dark) => dark)}}` +
          `@supports (${lightDarkSupport}){:host(:not(#x)){${both}}}`,
  );
}

/** Private custom properties (`--_pgw-…`). Most have the value of a public one (`--pgw-…`), or a default. */
export const tokens: CSSResult = css`
  ${declareColors(colors)}
  :host {
    --_pgw-radius: var(--pgw-radius, 14px);
    --_pgw-radius-control: var(--pgw-radius-control, 10px);
    --_pgw-radius-frame: var(--pgw-radius-frame, 20px);
    --_pgw-space: var(--pgw-space, 4px);
    --_pgw-ease: cubic-bezier(0.2, 0, 0, 1);
  }
  :host([theme='dark']) .reset {
    color-scheme: dark;
  }
  :host([theme='light']) .reset {
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
