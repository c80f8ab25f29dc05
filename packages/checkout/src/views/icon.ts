import { html, type TemplateResult } from 'lit/html.js';

const clock = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z';

/** What is drawn of each; a part brings those that only it draws. */
const paths: Partial<Record<IconName, string>> = {
  lock: 'M7 11V7a5 5 0 0 1 10 0v4M5 11h14a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1z',
  clock: `${clock}M12 7v5l3 2`,
  alert: `${clock}M12 7.5v5M12 16v.1`,
  again: 'M20 11a8 8 0 1 0-.7 5M20 5v6h-6',
};

export type Icons = Partial<Record<IconName, string>>;

export type IconName =
  | 'lock'
  | 'search'
  | 'cross'
  | 'check'
  | 'ban'
  | 'clock'
  | 'alert'
  | 'minus'
  | 'hourglass'
  | 'back'
  | 'again'
  | 'wallet'
  | 'copy'
  | 'arrow'
  | 'offline';

/** Adds what a part draws. */
export function learnIcons(icons: Icons | undefined): void {
  Object.assign(paths, icons);
}

/** A line drawing in the colour of the text around it. Says nothing: words stand beside it. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon icon-${name}" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${paths[name] ?? ''} />
  </svg>`;
}
