import { html, nothing, type TemplateResult } from 'lit';
import type { TextId } from '../../locales/en.ts';
import type { TextValues } from '../../locales/localize.ts';
import { getChannelName, getCurrentChoice, getCurrentKind } from '../../channels/index.ts';
import type { Localize } from '../../locales/localize.ts';
import {
  getUsableChannels,
  type CheckoutState,
  type Notice,
  type Phase,
} from '../../state/checkout-state.ts';
import type { CheckoutView } from '../../state/view.ts';
import { renderSecondaryButton } from '../../ui/buttons.ts';
import { renderNotice } from '../../ui/notice.ts';

/** The notice that the total has changed. It is shown above the list. */
export function renderTotalNotice({ state, localize }: CheckoutView): TemplateResult | typeof nothing {
  const { notice, session } = state;
  if (notice?.kind !== 'total' || session === null) return nothing;
  const values = { amount: session.order, old: notice.previousOrder };
  // The page may have sent another amount than the one that was shown.
  const isSame = localize.money(values.amount) === localize.money(values.old);
  const text = localize.rich(isSame ? 'error.total.same' : 'error.total', values);
  return renderNotice('warning', 'alert', text, 'notice');
}

/** The notice above Pay. It explains why no payment is started, or that the response was lost. */
export function renderStartNotice(view: CheckoutView): TemplateResult | typeof nothing {
  const { state, localize, actions } = view;
  const { notice, phase } = state;
  if (phase.name === 'verifying') return renderNotice('warning', 'alert', localize.text(getLostText(phase)));
  if (notice === null || notice.kind === 'total') return nothing;
  if (notice.kind === 'offline')
    return renderNotice(
      'info',
      'offline',
      html`<b>${localize.text('error.offline')}</b><br />${localize.text('error.offline.text')}`,
    );
  const text = getNoticeTexts(state, notice, localize).map(({ id, values }) => [
    localize.rich(id, values),
    ' ',
  ]);
  const look = 'bank' in notice ? undefined : notice.kind === 'start' ? notice.look : 'wait';
  if (look === 'wait') return renderNotice('warning', 'clock', text);
  if (look === undefined) return renderNotice('danger', 'alert', text);
  const button = renderSecondaryButton(localize.text('returned.check'), actions.showDuplicate);
  return renderNotice('warning', 'alert', html`${text} ${button}`);
}

/** The text while the payment of a lost response is requested. */
export function getLostText({ isCardSent }: Extract<Phase, { name: 'verifying' }>): TextId {
  return isCardSent ? 'error.card-lost' : 'error.response-lost';
}

interface NoticeText {
  readonly id: TextId;
  readonly values: TextValues;
}

/** The number of other channels that a notice names. */
const maxNamedChannels = 3;

/** Returns the sentences of a notice. They are shown and announced. */
export function getNoticeTexts(
  state: CheckoutState,
  notice: Exclude<Notice, { kind: 'total' | 'offline' }>,
  localize: Localize,
): readonly NoticeText[] {
  switch (notice.kind) {
    case 'rate': {
      const text: NoticeText = { id: 'error.rate', values: { n: Math.ceil(notice.waitMs / 60_000) } };
      const ways = notice.isCard ? listOtherWays(state, localize) : '';
      return ways === '' ? [text] : [text, { id: 'error.other-ways', values: { ways } }];
    }
    case 'bank-unavailable':
      return [{ id: 'bank.unavailable', values: { bank: notice.bank } }];
    case 'unclear':
      return getUnclearTexts(state, localize);
    case 'start': {
      const id = `error.${notice.text}`;
      if (localize.has(id)) return [{ id, values: {} }];
      // The English texts of some problems are loaded later.
      return notice.look ? getUnclearTexts(state, localize) : [{ id: 'error.start', values: {} }];
    }
  }
}

/** They are true whatever has happened. */
function getUnclearTexts(state: CheckoutState, localize: Localize): readonly NoticeText[] {
  const bank =
    getCurrentKind(state)?.getBankOrWallet(getCurrentChoice(state)) ?? state.session?.order.gateway;
  return [
    { id: 'unclear', values: { bank: bank ?? localize.text('bank') } },
    { id: 'unclear.text', values: {} },
  ];
}

function listOtherWays({ session, channelId }: CheckoutState, localize: Localize): string {
  const others = session === null ? [] : getUsableChannels(session).filter(({ id }) => id !== channelId);
  return others
    .slice(0, maxNamedChannels)
    .map(({ name }) => getChannelName(localize, name))
    .join(', ');
}
