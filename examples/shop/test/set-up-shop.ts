import { afterEach, beforeEach } from 'vitest';
import { openShop } from './open-shop.ts';

type OpenShop = Awaited<ReturnType<typeof openShop>>;

/**
 * Registers hooks that open a new shop before each test of the file, and close it afterwards. The returned
 * object has the properties of the shop of the current test.
 */
export function setUpShop(): OpenShop {
  const currentShop = {} as OpenShop;
  beforeEach(async () => {
    Object.assign(currentShop, await openShop());
  });
  afterEach(() => currentShop.close());
  return currentShop;
}
