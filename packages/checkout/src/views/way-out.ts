import { html, nothing, type TemplateResult } from 'lit/html.js';
import { appBrowser } from '../app-browser.ts';
import { copyText } from '../clipboard.ts';
import { noticeBox } from './notice.ts';
import type { LifeView } from './view.ts';

/** Below Pay, in the browser of another app: how to go on in one's own. */
export function wayOut(view: LifeView): TemplateResult | typeof nothing {
  const { say, copied } = view;
  const app = appBrowser();
  if (app === null) return nothing;
  return noticeBox(
    'info',
    'alert',
    html`${say.text('app.text')}
    ${
      app.outside === null
        ? html`<button
            type="button"
            class="secondary"
            part="button-secondary"
            @click=${() => void copyLink(view)}
          >
            ${say.text(copied === 'link' ? 'app.copied' : 'app.copy')}
          </button>`
        : html`<a class="secondary" part="button-secondary" href=${app.outside} target="_top"
            >${say.text('app.open')}</a
          >`
    }`,
  );
}

/** Copies the page's address, for the shopper to open it in a browser of their own; where that is refused, shows it to be copied. */
async function copyLink({ say, act }: LifeView): Promise<void> {
  if (await copyText(location.href)) act.copied('link', 'app.copied');
  else prompt(say.text('app.copy'), location.href);
}
