import { expect, test } from 'vitest';
import { endpoints } from '../../../src/gateway/endpoints/index.ts';
import { paymentFields, payoutFields } from '../endpoints/payment-fields.ts';
import { invalidPaths } from '../endpoints/schema-assertions.ts';

// Fields that public clients send and the interface does not list (docs/gateway-profile.md, "Other request
// fields").

const fields = {
  tenantId: 1001,
  subMerchant: { uniqueId: 'SM-1', name: 'Kedai Kopi' },
  recurringPaymentInfo: {
    id: 'R-1',
    mode: 4,
    numberOfPayments: 999,
    effectiveDate: '29022028',
    maximumPaymentAmount: 50000,
    expiryDate: '31122029',
    isFixedAmount: false,
  },
  platformCharge: { partnerId: 7, amount: 150 },
  customer: { name: 'Aisyah', identificationNumber: '900101-14-5678', identificationType: 1 },
};

test.each(['requestPayment', 'initialSession'] as const)(
  '%s accepts every field that public clients send',
  (name) => {
    const { request } = endpoints[name];
    expect(request.parse({ ...paymentFields, ...fields })).toEqual({ ...paymentFields, ...fields });
  },
);

test('a payout accepts the merchant, the platform and the identification of the customer', () => {
  const { recurringPaymentInfo: _notForPayouts, ...rest } = fields;
  const { request } = endpoints.payout;
  expect(request.parse({ ...payoutFields, ...rest })).toEqual({ ...payoutFields, ...rest });
});

const rules: readonly (readonly [path: string, accepted: unknown, refused: unknown])[] = [
  ['tenantId', 1, '1'],
  ['subMerchant.uniqueId', 'SM-1', ''],
  ['subMerchant.name', 'Kedai', 5],
  ['recurringPaymentInfo.id', 5, ''],
  ['recurringPaymentInfo.mode', 1, 0],
  ['recurringPaymentInfo.mode', 4, 5],
  ['recurringPaymentInfo.numberOfPayments', 1, 0],
  ['recurringPaymentInfo.numberOfPayments', 999, 1000],
  ['recurringPaymentInfo.effectiveDate', '31122027', '2027-12-31'],
  ['recurringPaymentInfo.effectiveDate', '29022028', '29022027'],
  ['recurringPaymentInfo.effectiveDate', '01012027', '01132027'],
  ['recurringPaymentInfo.maximumPaymentAmount', 100, 1.5],
  ['recurringPaymentInfo.expiryDate', '31122027', 31122027],
  ['recurringPaymentInfo.isFixedAmount', true, 'true'],
  ['platformCharge.partnerId', 'P-1', null],
  ['platformCharge.amount', 1, 0],
  ['customer.identificationNumber', 'A1', ''],
  ['customer.identificationType', 1, 0],
  ['customer.identificationType', 5, 6],
];

test.each(rules)(
  'a payment request accepts %s with the value %j, and refuses %j',
  (path, accepted, refused) => {
    const [name = '', member] = path.split('.');
    const requestWith = (value: unknown) => ({
      ...paymentFields,
      [name]: member === undefined ? value : { [member]: value },
    });
    expect(invalidPaths(endpoints.requestPayment.request, requestWith(accepted))).toEqual([]);
    expect(invalidPaths(endpoints.requestPayment.request, requestWith(refused))).toEqual([path]);
  },
);

test.each(['subMerchant', 'recurringPaymentInfo', 'platformCharge', 'customer'])(
  'a payment request with an unknown property in %s is refused',
  (name) => {
    const request = { ...paymentFields, [name]: { colour: 'red' } };
    expect(invalidPaths(endpoints.requestPayment.request, request)).toEqual([name]);
  },
);

test('every signed request accepts a tenantId', () => {
  const signedEndpoints = Object.values(endpoints).filter(({ isSigned }) => isSigned);
  const withoutTenantId = signedEndpoints.filter(({ request }) => !Object.hasOwn(request.shape, 'tenantId'));
  expect(withoutTenantId).toEqual([]);
});
