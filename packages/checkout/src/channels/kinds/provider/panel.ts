import type { StorefrontChannel } from '@pgw/protocol';
import { html, type TemplateResult } from 'lit';
import type { TextId } from '../../../locales/en.ts';
import type { CheckoutView } from '../../../state/view.ts';
import { renderFieldError } from '../../../ui/field-error.ts';
import { renderPanelLoadFailed } from '../../../ui/load-failed.ts';
import { renderPlaceholder } from '../../../ui/placeholder.ts';
import type { ReadyBankList } from '../../../state/checkout-state.ts';

/** The texts of a panel, and the view of its loaded list. */
interface PanelContent {
  readonly label: TextId;
  readonly required: TextId;
  readonly loadFailed: TextId;
  /** Returns undefined until its module is loaded. */
  readonly renderList: (list: ReadyBankList) => TemplateResult | undefined;
}

/** The panel of a channel with banks. Until the banks are loaded, it shows placeholders of the same height. */
export function renderBankPanel(
  view: CheckoutView,
  channel: StorefrontChannel,
  content: PanelContent,
): TemplateResult {
  const { localize, state } = view;
  return html`<div class="panel" part="panel" role="group" aria-labelledby="bank-label">
    <div class="bank-label" part="label" id="bank-label">${localize.text(content.label)}</div>
    ${state.invalid === 'bank' ? renderFieldError('bank-error', localize.text(content.required)) : ''}${renderContent(view, channel, content)}
  </div>`;
}

function renderContent(
  view: CheckoutView,
  { id }: StorefrontChannel,
  { loadFailed, renderList }: PanelContent,
): TemplateResult {
  const { localize, state, actions } = view;
  const list = state.banks[id];
  // The shopper can load an empty list again, as after a failure.
  if (list?.status === 'failed' || (list?.status === 'ready' && list.banks.length === 0))
    return renderPanelLoadFailed(
      localize.text(navigator.onLine ? loadFailed : 'error.offline'),
      localize.text('retry'),
      actions.reloadPanel,
    );
  return (list?.status === 'ready' ? renderList(list) : undefined) ?? renderPlaceholderRows();
}

function renderPlaceholderRows(): TemplateResult {
  const row = html`<div class="bank">
    ${renderPlaceholder('dot')}${renderPlaceholder('logo')}${renderPlaceholder('name')}
  </div>`;
  return html`<div aria-hidden="true">
    ${renderPlaceholder('search')}
    <div class="bank-box"><div class="bank-list loading">${[row, row, row, row]}</div></div>
  </div>`;
}
