import { html, nothing, type TemplateResult } from 'lit';
import type { CheckoutView } from '../state/view.ts';
import { copyText } from '../ui/clipboard.ts';
import { noticeBox } from '../ui/notice.ts';
import { inAppBrowser } from './in-app-browser.ts';

/** Below Pay, in the browser of another app: how to continue in the device's own browser. */
export function inAppBrowserNotice(view: CheckoutView): TemplateResult | typeof nothing {
  const { localize, copyStatus } = view;
  const browser = inAppBrowser();
  if (browser === null) return nothing;
  return noticeBox(
    'info',
    'alert',
    html`${localize.text('app.text')}
    ${
      browser.externalUrl === null
        ? html`<button
            type="button"
            class="secondary"
            part="button-secondary"
            @click=${() => void copyLink(view)}
          >
            ${localize.text(copyStatus === 'link' ? 'app.copied' : 'app.copy')}
          </button>`
        : html`<a class="secondary" part="button-secondary" href=${browser.externalUrl} target="_top"
            >${localize.text('app.open')}</a
          >`
    }`,
  );
}

/** Copies the URL of the page. If the browser refuses, the URL is shown for the shopper to copy. */
async function copyLink({ localize, actions }: CheckoutView): Promise<void> {
  if (await copyText(location.href)) actions.showCopyStatus('link', 'app.copied');
  else prompt(localize.text('app.copy'), location.href);
}
