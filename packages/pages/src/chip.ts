import { html, type Html } from '@pgw/protocol/html';
import { icons } from './icons.ts';

/** A state as a text and an icon, so that its meaning does not depend on its color. */
export interface Chip {
  readonly label: string;
  readonly tone: 'success' | 'info' | 'warning' | 'danger' | 'neutral';
  readonly icon: keyof typeof icons;
  /** A longer text, which a pointing device shows. Default: none. */
  readonly title?: string | undefined;
}

/** Renders a chip. */
export function renderChip({ label, tone, icon, title }: Chip): Html {
  const attribute = title !== undefined && html` title="${title}"`;
  return html`<span class="chip-label ${tone}" ${attribute}>${icons[icon]} ${label}</span>`;
}
