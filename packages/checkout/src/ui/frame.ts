import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Localize } from '../locales/localize.ts';

export interface FrameOptions {
  readonly localize: Localize;
  /** The direction of the layout. Default: the direction of the language. */
  readonly direction?: Localize['direction'];
  readonly content: unknown;
  /** Undefined in the markup of the server, which has nothing that is loading. */
  readonly isBusy?: boolean;
  /** The live regions. */
  readonly regions?: unknown;
}

/** `.reset` is an element of its own, because it also resets the language for fonts, which `lang` sets. */
export function renderFrame({ localize, direction, content, isBusy, regions }: FrameOptions): TemplateResult {
  return html`<div class="reset">
    <div class="pgw" lang=${localize.language} dir=${direction ?? localize.direction}>
      <section
        class="frame"
        part="container"
        aria-label=${localize.isReady ? localize.text('region') : nothing}
        aria-busy=${ifDefined(isBusy)}
      >
        <slot name="header"></slot>
        ${content}
      </section>
      ${regions}
    </div>
  </div>`;
}
