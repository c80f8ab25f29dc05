import { html, nothing, type TemplateResult } from 'lit';
import type { TextId } from '../../locales/en.ts';
import type { TextValues } from '../../locales/localize.ts';
import type { Notice } from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderSecondaryButton } from '../../ui/buttons.ts';
import { renderNotice } from '../../ui/notice.ts';

/** The notice that the total has changed. It is shown above the list. */
export function renderTotalNotice({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { notice, session } = state;
  if (notice?.kind !== 'total' || session === null) return nothing;
  const values = { amount: session.order, old: notice.previousOrder };
  return renderNotice('warning', 'alert', localize.rich('error.total', values), 'notice');
}

/** The notice above Pay. It explains why no payment is started, or that the response was lost. */
export function renderStartNotice(view: CheckoutView): TemplateResult | typeof nothing {
  const { state, localize, actions } = view;
  const { notice, phase } = state;
  if (phase.name === 'verifying')
    return renderNotice('warning', 'alert', localize.text('error.response-lost'));
  if (notice === null || notice.kind === 'total') return nothing;
  if (notice.kind === 'offline')
    return renderNotice(
      'info',
      'offline',
      html`<b>${localize.text('error.offline')}</b><br />${localize.text('error.offline.text')}`,
    );
  const { id, values } = getNoticeText(notice);
  const text = localize.rich(id, values);
  switch (notice.kind) {
    case 'start':
    case 'app':
    case 'bank-unavailable':
      return renderNotice('danger', 'alert', text);
    case 'busy':
    case 'rate':
    case 'checking':
      return renderNotice('warning', 'clock', text);
    case 'too-many':
    case 'duplicate':
      return renderNotice(
        'warning',
        'alert',
        html`${text} ${renderSecondaryButton(localize.text('returned.check'), actions.showDuplicate)}`,
      );
  }
}

/** Returns the text of a notice. The text is shown and announced. */
export function getNoticeText(notice: Exclude<Notice, { kind: 'total' | 'offline' }>): {
  readonly id: TextId;
  readonly values: TextValues;
} {
  switch (notice.kind) {
    case 'rate':
      return { id: 'error.rate', values: { n: Math.ceil(notice.waitMs / 60_000) } };
    case 'bank-unavailable':
      return { id: 'bank.unavailable', values: { bank: notice.bank } };
    case 'start':
    case 'app':
    case 'busy':
    case 'checking':
    case 'duplicate':
    case 'too-many':
      return { id: `error.${notice.kind}`, values: {} };
  }
}
