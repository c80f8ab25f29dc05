// A sandbox, and a client that is connected to it, for the shops that use only the installed packages.
import { createGatewayClient } from '@pgw/client';
import { createSandbox, defaultTenant } from '@pgw/sandbox';

/** Starts a sandbox on a free port, and a client for it. */
export async function openSandbox() {
  const sandbox = await createSandbox({ port: 0 });
  return { sandbox, gateway: createGatewayClient(listSettings(sandbox.url)) };
}

/** Returns the settings of a client for the sandbox at this URL. */
export function listSettings(baseUrl) {
  const { id: merchantId, secretKey, userName, password } = defaultTenant;
  return { baseUrl, merchantId, secretKey, credentials: { userName, password } };
}
