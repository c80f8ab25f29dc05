import { afterEach, beforeEach } from 'vitest';
import { openOffice, type OpenOffice } from './open-office.ts';

/** An office and a clerk who has signed in to it. */
interface OfficeWithClerk extends OpenOffice {
  readonly clerk: Awaited<ReturnType<OpenOffice['signIn']>>;
}

/**
 * Registers hooks that open a new office before each test of the file, and close it afterwards. The returned
 * object has the properties of the office of the current test.
 */
export function setUpOffice(): OfficeWithClerk {
  const currentOffice = {} as OfficeWithClerk;
  beforeEach(async () => {
    const office = await openOffice();
    Object.assign(currentOffice, office, { clerk: await office.signIn() });
  });
  afterEach(() => currentOffice.close());
  return currentOffice;
}
