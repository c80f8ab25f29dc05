// Adyen's Drop-in with the components that the list needs. The bench's own server provides the payment
// methods.
import { AdyenCheckout, Card, Dropin, MolPayEBankingMY, Redirect } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

const { channels, order, banks } = await (await fetch('/peers/session.json')).json();

// The first channel has the banks, the second is the card, and all others are wallets.
const paymentMethods = channels.map(({ name }, index) => {
  if (index === 0) {
    const issuers = banks.map(({ id, displayName }) => ({ id, name: displayName }));
    return { type: 'molpay_ebanking_fpx_MY', name, issuers };
  }
  if (index === 1) return { type: 'scheme', name, brands: ['visa', 'mc'] };
  return { type: `wallet_${index}`, name };
});

const checkout = await AdyenCheckout({
  environment: 'test',
  clientKey: 'test_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  countryCode: 'MY',
  locale: 'en-US',
  amount: { value: order.amount, currency: order.currencyCode },
  analytics: { enabled: false },
  risk: { enabled: false },
  paymentMethodsResponse: { paymentMethods },
  onSubmit() {},
  _environmentUrls: {
    api: `${location.origin}/peers/adyen/test/`,
    analytics: `${location.origin}/peers/adyen/analytics/`,
    cdn: {
      images: `${location.origin}/peers/adyen/images/`,
      translations: `${location.origin}/peers/adyen/translations/`,
      css: `${location.origin}/peers/adyen/css/`,
    },
  },
});
new Dropin(checkout, {
  paymentMethodComponents: [Card, MolPayEBankingMY, Redirect],
  openFirstPaymentMethod: false,
  instantPaymentTypes: [],
}).mount('#list');
