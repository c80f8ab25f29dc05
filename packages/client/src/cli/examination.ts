import { GatewayFaultError, PgwError } from '@pgw/protocol';
import type { Exchange } from '../exchange.ts';
import type { GatewayClient } from '../gateway-client.ts';
import type { Check } from './check.ts';
import type { Context } from './context.ts';
import { exitCode } from './exit-codes.ts';
import { reach } from './reach.ts';

/** Checks everything between this machine and the gateway. A check is skipped if an earlier one that it needs has failed. */
export async function examine(context: Context): Promise<Check[]> {
  let baseUrl: string;
  try {
    baseUrl = context.configuration.clientOptions().baseUrl;
    await context.withGateway(async () => undefined);
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    return [
      {
        name: 'configuration',
        state: 'failed',
        detail: error.message,
        remedy: 'See pgw --help.',
        exitCode: exitCode.usage,
      },
    ];
  }
  const found: Check[] = [{ name: 'configuration', state: 'ok', detail: `complete, for ${baseUrl}` }];
  const reached = await reach(baseUrl, context.terminal.signal);
  found.push(...reached);
  if (reached.some(({ name, state }) => name === 'gateway' && state === 'failed')) return found;
  let last: Exchange | undefined;
  const onExchange = (exchange: Exchange): void => void (last = exchange);
  await context.withGateway(
    async (gateway) => {
      const probed = await probe(gateway, () => last);
      found.push(...probed);
      if (probed.every(({ state }) => state === 'ok')) found.push(await listChannels(gateway));
    },
    { onExchange },
  );
  return found;
}

/** A transaction that does not exist. The query checks credentials and signature, and changes nothing. */
const noTransaction = 'PGW-DOCTOR';

async function probe(gateway: GatewayClient, lastExchange: () => Exchange | undefined): Promise<Check[]> {
  const admitted: Check = { name: 'credentials', state: 'ok', detail: 'accepted' };
  const signed: Check = { name: 'signature', state: 'ok', detail: 'accepted' };
  try {
    await gateway.queryPayment({ transactionNumber: noTransaction });
    return [admitted, signed];
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    if (error.code === 'unauthorized') return [refusedCredentials(error)];
    if (error.code === 'signature-rejected')
      return [admitted, refusedSignature(lastExchange()?.signedMessage)];
    if (error instanceof GatewayFaultError) return faultChecks(error, [admitted, signed]);
    return [unusable(error)];
  }
}

function refusedCredentials(error: PgwError): Check {
  return {
    name: 'credentials',
    state: 'failed',
    detail: error.message,
    remedy:
      'Check PGW_USER and PGW_PASSWORD (or PGW_TOKEN), and PGW_MERCHANT_ID. Staging and production have different credentials.',
    exitCode: exitCode.notAdmitted,
  };
}

function refusedSignature(message: string | undefined): Check {
  return {
    name: 'signature',
    state: 'failed',
    detail: `rejected. The message was: ${message ?? '(unknown)'}`,
    remedy:
      "Check that PGW_SECRET_KEY is this merchant's key, without quotes or white space, and that PGW_BASE_URL is the URL that the gateway sees (scheme, host, port, no extra path).",
    exitCode: exitCode.notAdmitted,
  };
}

/** Any other fault shows that the gateway accepted credentials and signature. Usually the transaction does not exist. */
function faultChecks({ fault }: GatewayFaultError, admitted: Check[]): Check[] {
  const reported = fault.validationErrors.map(({ message }) => message).join('; ');
  if (/timestamp/i.test(reported)) {
    const remedy = 'Set the clock of this machine (NTP).';
    return [
      ...admitted,
      { name: 'clock', state: 'failed', detail: reported, remedy, exitCode: exitCode.refused },
    ];
  }
  if (fault.name !== 'InvalidTenantProfile') return admitted;
  const { advice: remedy, gatewayMessage: detail } = fault;
  return [{ name: 'credentials', state: 'failed', detail, remedy, exitCode: exitCode.notAdmitted }];
}

function unusable(error: PgwError): Check {
  const isInvalidResponse = error.code === 'invalid-response';
  return {
    name: 'signature',
    state: 'failed',
    detail: error.message,
    remedy: isInvalidResponse
      ? 'The address responds, but not like this gateway. Check PGW_BASE_URL, and "profile" if its paths differ.'
      : 'Try again later.',
    exitCode: isInvalidResponse ? exitCode.invalidResponse : exitCode.unreachable,
  };
}

async function listChannels(gateway: GatewayClient): Promise<Check> {
  try {
    const channels = await gateway.getChannels();
    const names = channels.map(({ id, name }) => `${id} ${name}`).join(', ');
    return channels.length > 0
      ? { name: 'channels', state: 'ok', detail: `${channels.length}: ${names}` }
      : {
          name: 'channels',
          state: 'warning',
          detail: 'none',
          remedy: 'Have channels enabled for the merchant.',
        };
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    return {
      name: 'channels',
      state: 'warning',
      detail: error.message,
      remedy:
        'The path of the channel list differs between gateways. Set profile.paths.getChannels, or list the channels in the shop.',
    };
  }
}
