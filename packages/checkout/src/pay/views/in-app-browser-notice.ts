import { html, type TemplateResult } from 'lit';
import type { CheckoutView } from '../../state/view.ts';
import { renderNotice } from '../../ui/notice.ts';

export { inAppBrowserTexts as englishTexts } from '../../locales/en-in-app-browser.ts';

/** Explains how to continue in the device's own browser. */
export function renderInAppBrowserNotice(view: CheckoutView): TemplateResult {
  const { localize, copyStatus } = view;
  const url = createExternalBrowserUrl(navigator.userAgent, location.href);
  return renderNotice(
    'info',
    'alert',
    html`${localize.text('in-app-browser.text')}
    ${
      url === null
        ? html`<button
            type="button"
            class="secondary"
            part="button-secondary"
            @click=${() => void copyLink(view)}
          >
            ${localize.text(copyStatus === 'link' ? 'in-app-browser.copied' : 'in-app-browser.copy')}
          </button>`
        : html`<a class="secondary" part="button-secondary" href=${url} target="_top"
            >${localize.text('in-app-browser.open')}</a
          >`
    }`,
  );
}

/** An intent without a package opens the default browser of an Android device. iOS has no such links. */
export function createExternalBrowserUrl(userAgent: string, pageUrl: string): string | null {
  if (!userAgent.includes('Android')) return null;
  const { protocol, host, pathname, search } = new URL(pageUrl);
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.slice(0, -1)};action=android.intent.action.VIEW;end`;
}

/** If the browser does not allow copying, a dialog shows the URL. */
async function copyLink({ localize, actions }: CheckoutView): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    actions.showCopyStatus('link', 'in-app-browser.copied');
  } catch {
    prompt(localize.text('in-app-browser.copy'), location.href);
  }
}
