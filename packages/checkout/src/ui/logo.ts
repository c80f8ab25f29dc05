import { html, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';

/** A logo, or the first letter of the name. The images after the first eight are loaded when they are near. */
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

/** A logo shows its letter if the image failed to load. The listener has to capture: these events do not bubble. */
export function updateLogoImage({ target, type }: Event): void {
  if (target instanceof HTMLImageElement)
    target.parentElement?.toggleAttribute('data-bare', type === 'error');
}
