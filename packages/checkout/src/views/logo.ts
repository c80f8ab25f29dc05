import { html, type TemplateResult } from 'lit/html.js';
import { ifDefined } from 'lit/directives/if-defined.js';

/** A logo in its reserved box. Without a picture, or with a broken one, the first letter on a colour of its own. */
export function logo(name: string, imageUrl: string | null, isLazy = false): TemplateResult {
  return html`<span
    class="logo tone-${tone(name)}"
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

/** One of six colours, the same for a name everywhere. */
function tone(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % 6;
}

/** Whether the picture of a logo came. For a root that captures `load` and `error`, which do not bubble. */
export function markLogo({ target, type }: Event): void {
  if (target instanceof HTMLImageElement)
    target.parentElement?.toggleAttribute('data-bare', type === 'error');
}
