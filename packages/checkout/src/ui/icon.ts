import { html, type TemplateResult } from 'lit';

/** A line drawing in a box of 24 by 24 units. */
export interface Icon {
  readonly name: string;
  readonly path: string;
}

export const circle = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

/** The icons of several features. All other icons are in the folders of their features. */
const paths = {
  lock: 'M7 11V7a5 5 0 0 1 10 0v4M5 11h14a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1z',
  clock: `${circle}M12 7v5l3 2`,
  alert: `${circle}M12 7.5v5M12 16v.1`,
  reload: 'M20 11a8 8 0 1 0-.7 5M20 5v6h-6',
  offline:
    'M3 3l18 18M8.5 16.4a5 5 0 0 1 7 0M5 12.9a10 10 0 0 1 5.2-2.7M19 12.9a10 10 0 0 0-2-1.5M2 8.8a15 15 0 0 1 4.2-2.6M22 8.8A15 15 0 0 0 10.7 5M12 20v.1',
  arrow: 'M4 12h16M14 6l6 6-6 6',
  chevron: 'M6 9l6 6 6-6',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  cross: 'M6 6l12 12M18 6L6 18',
} as const;

export type IconName = keyof typeof paths;

/** An icon in the color of its text, hidden from screen readers: every icon has a text beside it. */
export function renderIcon(iconOrName: IconName | Icon): TemplateResult {
  const { name, path } =
    typeof iconOrName === 'string' ? { name: iconOrName, path: paths[iconOrName] } : iconOrName;
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${path} />
  </svg>`;
}
