import { html, nothing, type TemplateResult } from 'lit/html.js';
import { ifDefined } from 'lit/directives/if-defined.js';

/** A logo in its reserved box. Without a picture, or with a broken one, the first letter on a colour of its own. */
export function logo(name: string, imageUrl: string | null, isLazy = false): TemplateResult {
  return html`<span class=${`logo tone-${tone(name)}`} part="logo" aria-hidden="true"
    >${
      imageUrl
        ? html`<img
            src=${imageUrl}
            alt=""
            width="36"
            height="36"
            decoding="async"
            referrerpolicy="no-referrer"
            loading=${ifDefined(isLazy ? 'lazy' : undefined)}
          />`
        : nothing
    }<span class="monogram">${[...name.trim()][0] ?? ''}</span></span
  >`;
}

/** One of six colours, the same for a name everywhere. */
function tone(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % 6;
}

/** Whether the picture of a logo came. For a root that captures `load` and `error`, which do not bubble. */
export function markLogo({ target, type }: Event): void {
  if (target instanceof HTMLImageElement) target.toggleAttribute('data-broken', type === 'error');
}
