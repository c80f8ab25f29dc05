import { html, nothing, type TemplateResult } from 'lit';
import { noticeBox } from './notice.ts';
import type { View } from './view.ts';

/** Below Pay, in the browser of another app: how to go on in one's own. */
export function wayOut({ app, say, act, copied }: View): TemplateResult | typeof nothing {
  if (app === null) return nothing;
  return noticeBox(
    'info',
    'alert',
    html`${say.text('app.text')}
    ${
      app.outside === null
        ? html`<button type="button" class="secondary" part="button-secondary" @click=${act.copyLink}>
            ${say.text(copied === 'link' ? 'app.copied' : 'app.copy')}
          </button>`
        : html`<a class="secondary" part="button-secondary" href=${app.outside} target="_top"
            >${say.text('app.open')}</a
          >`
    }`,
  );
}
