import { expect } from '@open-wc/testing';
import { reduce, type CheckoutAction } from '../src/flow/reducer.ts';
import { initialState, type CheckoutState } from '../src/state/checkout-state.ts';
import * as shop from './fixtures.ts';

/** Returns the state after these events. */
function play(...events: CheckoutAction[]): CheckoutState {
  return events.reduce(reduce, initialState);
}

const loaded: CheckoutAction = { type: 'loaded', session: shop.session, isUserInitiated: false };
const choose: CheckoutAction = { type: 'choose-channel', channelId: shop.sentuh.id };
const pressPay: CheckoutAction = { type: 'pay', missing: null };
const banks: CheckoutAction = {
  type: 'banks',
  channelId: shop.fpx.id,
  list: { status: 'ready', banks: shop.banks, recentId: null },
};
const started: CheckoutAction = { type: 'started', ...shop.start };

describe('the reducer of the checkout', () => {
  it('after the session is loaded, no channel is chosen', () => {
    const state = play(loaded);
    expect(state.phase.name).to.equal('choosing');
    expect(state.channelId).to.equal(null);
    expect(state.focus).to.equal(null);
  });

  it('if a session has only one usable channel, this channel is chosen', () => {
    const session = { ...shop.session, channels: [shop.lompat, shop.fpx] };
    expect(play({ ...loaded, session }).channelId).to.equal(shop.fpx.id);
  });

  it('a session without a usable channel fails as empty, but not in hosted mode', () => {
    expect(play({ ...loaded, session: shop.emptySession }).phase).to.deep.equal({
      name: 'failed',
      cause: 'empty',
    });
    expect(play({ ...loaded, session: shop.hostedSession }).phase.name).to.equal('choosing');
  });

  it('a session with a pending payment asks about it, and a session with a paid payment shows its result', () => {
    const open = { ...shop.session, openPayment: shop.payment };
    expect(play({ ...loaded, session: open }).phase.name).to.equal('interrupted');
    const paid = { ...shop.session, openPayment: { ...shop.payment, state: 'paid' as const } };
    expect(play({ ...loaded, session: paid }).phase.name).to.equal('result');
  });

  it('a second press of Pay while the payment is submitted changes nothing', () => {
    const first = play(loaded, choose, pressPay);
    expect(first.phase.name).to.equal('submitting');
    expect(reduce(first, pressPay)).to.equal(first);
  });

  it('Pay with an incomplete choice marks what is missing', () => {
    const state = play(loaded, { type: 'pay', missing: 'channel' });
    expect(state.phase.name).to.equal('choosing');
    expect(state.invalid).to.equal('channel');
    expect(state.focus).to.equal('invalid');
    expect(reduce(state, choose).invalid).to.equal(null);
  });

  it('Pay during a rate limit changes nothing', () => {
    const limited = play(loaded, choose, pressPay, {
      type: 'refused',
      notice: { kind: 'rate', waitMs: 60_000, isCard: false },
    });
    expect(reduce(limited, pressPay)).to.equal(limited);
    const otherChannel = reduce(limited, { type: 'choose-channel', channelId: shop.pasar.id });
    expect(reduce(otherChannel, pressPay)).to.equal(otherChannel);
    expect(reduce(limited, { type: 'notice-expired' }).notice).to.equal(null);
    const refused = play(loaded, choose, pressPay, { type: 'refused', notice: { kind: 'start' } });
    expect(reduce(refused, { type: 'notice-expired' })).to.equal(refused);
  });

  it('responses that arrive while the list is shown change nothing', () => {
    const choosing = play(loaded, choose);
    const lateEvents: CheckoutAction[] = [
      started,
      { type: 'response-lost', isCardSent: false },
      { type: 'payment-found', payment: shop.payment },
      { type: 'refused', notice: { kind: 'start' } },
      { type: 'total-changed', order: shop.order },
      { type: 'pay-slow' },
      loaded,
    ];
    for (const event of lateEvents) expect(reduce(choosing, event), event.type).to.equal(choosing);
  });

  it('a changed total shows the list with the new amount and focuses its notice', () => {
    const order = { ...shop.order, amount: 13_490 };
    const state = play(loaded, choose, pressPay, { type: 'total-changed', order });
    expect(state.phase.name).to.equal('choosing');
    expect(state.session?.order.amount).to.equal(13_490);
    expect(state.notice).to.deep.equal({ kind: 'total', previousOrder: shop.order });
    expect(state.focus).to.equal('notice');
    expect(state.channelId).to.equal(shop.sentuh.id);
  });

  it('a payment that is found after a lost response is shown as interrupted while it is pending, and as a result when it has failed', () => {
    const unconfirmed = play(loaded, choose, pressPay, { type: 'response-lost', isCardSent: false });
    expect(reduce(unconfirmed, { type: 'payment-found', payment: shop.payment }).phase.name).to.equal(
      'interrupted',
    );
    const failed = { ...shop.payment, state: 'failed' as const };
    expect(reduce(unconfirmed, { type: 'payment-found', payment: failed }).phase.name).to.equal('result');
  });

  it('the bank of the last payment is chosen only if it is available', () => {
    const list = { status: 'ready' as const, banks: shop.banks, recentId: shop.seri.id };
    const choosing = play(loaded, { type: 'choose-channel', channelId: shop.fpx.id });
    expect(reduce(choosing, { ...banks, list }).bankId).to.equal(shop.seri.id);
    const recentId = shop.banks.find(({ status }) => status === 'offline')?.id ?? null;
    expect(reduce(choosing, { ...banks, list: { ...list, recentId } }).bankId).to.equal(null);
  });

  it('a chosen bank that goes offline is deselected with a notice', () => {
    const state = play(loaded, { type: 'choose-channel', channelId: shop.fpx.id }, banks, {
      type: 'choose-bank',
      bankId: shop.seri.id,
    });
    const changedBanks = shop.banks.map((bank) =>
      bank === shop.seri ? { ...bank, status: 'offline' as const } : bank,
    );
    const after = reduce(state, {
      type: 'banks',
      channelId: shop.fpx.id,
      list: { status: 'ready', banks: changedBanks, recentId: null },
    });
    expect(after.bankId).to.equal(null);
    expect(after.notice).to.deep.equal({ kind: 'bank-unavailable', bank: 'Bank Seri' });
  });

  it('a bank search does not change the chosen bank', () => {
    const state = play(loaded, { type: 'choose-channel', channelId: shop.fpx.id }, banks, {
      type: 'choose-bank',
      bankId: shop.seri.id,
    });
    expect(reduce(state, { type: 'search', query: 'angsana' }).bankId).to.equal(shop.seri.id);
  });

  it('"Try again" keeps the choice and moves the focus to Pay', () => {
    const state = play(
      loaded,
      choose,
      pressPay,
      started,
      { type: 'result', payment: shop.payment },
      { type: 'retry' },
    );
    expect(state.phase.name).to.equal('choosing');
    expect(state.channelId).to.equal(shop.sentuh.id);
    expect(state.focus).to.equal('pay');
  });

  it('"Choose another way to pay" clears the choice and moves the focus to the list', () => {
    const state = play(
      loaded,
      choose,
      pressPay,
      started,
      { type: 'result', payment: shop.payment },
      { type: 'choose-another' },
    );
    expect(state.channelId).to.equal(null);
    expect(state.focus).to.equal('legend');
  });
});
