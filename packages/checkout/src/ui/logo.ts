import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/** A logo in a box of a fixed size. Without an image, or if it cannot be loaded, the first letter of the name on a color. */
export function logo(name: string, imageUrl: string | null, isLazy = false): TemplateResult {
  return html`<span
    class="logo color-${colorOf(name)}"
    part="logo"
    aria-hidden="true"
    data-letter=${[...name.trim()][0] ?? ''}
    ?data-bare=${!imageUrl}
    ><img
      src=${ifDefined(imageUrl ?? undefined)}
      alt=""
      width="36"
      height="36"
      decoding="async"
      referrerpolicy="no-referrer"
      loading=${ifDefined(isLazy ? 'lazy' : undefined)}
  /></span>`;
}

/** One of six colors. A name always has the same one. */
function colorOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % 6;
}

/** Shows the letter of a logo whose image failed to load. The listener has to capture, because these events do not bubble. */
export function markLogo({ target, type }: Event): void {
  if (target instanceof HTMLImageElement)
    target.parentElement?.toggleAttribute('data-bare', type === 'error');
}
