import { css } from './css.ts';

/** Every colour: its name after `--pgw-color-`, then light, then dark. Their contrast is in the design reference. */
const colours: readonly (readonly [name: string, light: string, dark: string])[] = [
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
  ['success', '#17703c', '#6fd08f'],
  ['success-tint', '#eaf6ee', '#14301f'],
  ['warning', '#805300', '#ebbe66'],
  ['warning-tint', '#fff5e0', '#33280f'],
  ['danger', '#b42318', '#ff9287'],
  ['danger-tint', '#fef1ef', '#3a1a17'],
  ['info', '#2a4e9b', '#9db9f5'],
  ['info-tint', '#eff3fc', '#1a2540'],
  ['skeleton', '#e6ebea', '#26312f'],
];

function declare(value: (light: string, dark: string) => string): string {
  const lines = colours.map(
    ([name, light, dark]) => `--_pgw-${name}:var(--pgw-color-${name},${value(light, dark)})`,
  );
  return lines.join(';');
}

/**
 * The merchant's tokens (`--pgw-…`) under short names, with their defaults. `light-dark()` follows the page's own
 * `color-scheme`; browsers without it stay light unless `theme="dark"`.
 */
export const tokens: string = css`
  :host {
    ${declare((light) => light)};
    --_pgw-radius: var(--pgw-radius, 14px);
    --_pgw-radius-control: var(--pgw-radius-control, 10px);
    --_pgw-radius-frame: var(--pgw-radius-frame, 20px);
    --_pgw-space: var(--pgw-space, 4px);
    --_pgw-ease: cubic-bezier(0.2, 0, 0, 1);
  }
  :host([theme='dark']) {
    ${declare((_light, dark) => dark)};
    color-scheme: dark;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  @supports (color: light-dark(#fff, #000)) {
    :host(:not(#x)) {
      ${declare((light, dark) => `light-dark(${light},${dark})`)};
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
