import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/**
 * A logo in a box of a fixed size. If there is no image, the box shows the first letter of the name. `index` is the position of the logo in its list. The images after the first eight are loaded when the
 * shopper scrolls near them.
 */
export function renderLogo(name: string, imageUrl: string | null, index = 0): TemplateResult {
  return html`<span
    class="logo"
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
      loading=${ifDefined(index >= 8 ? 'lazy' : undefined)}
  /></span>`;
}

/**
 * Handles the `load` and `error` events of images. A logo shows its letter if the image failed to load. The
 * listener has to capture, because these events do not bubble.
 */
export function updateLogoImage({ target, type }: Event): void {
  if (target instanceof HTMLImageElement)
    target.parentElement?.toggleAttribute('data-bare', type === 'error');
}
