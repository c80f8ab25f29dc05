import { expect, onTestFinished, test } from 'vitest';
import { createImportedOperation } from '../../../src/model/operations/operation.ts';

test.each([true, false])(
  'an imported operation does not read its missing fields from all objects, with enumerable %s',
  (enumerable) => {
    for (const name of ['transactionNumber', 'gatewayStatus', 'nextQueryAt', 'isLast', 'beneficiary']) {
      Reflect.defineProperty(Object.prototype, name, {
        value: 7,
        enumerable,
        configurable: true,
        writable: true,
      });
      onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
    }
    const operation = createImportedOperation(
      { id: 'gateway:1', kind: 'refund', reference: 'R1', currencyCode: 'MYR', amount: 5, state: 'unknown' },
      1_000,
    );
    const { transactionNumber, gatewayStatus, nextQueryAt, isLast, beneficiary } = operation;
    expect([transactionNumber, gatewayStatus, nextQueryAt, isLast, beneficiary]).toEqual([
      null,
      null,
      1_000,
      false,
      null,
    ]);
  },
);
