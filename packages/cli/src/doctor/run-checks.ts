import { GatewayFaultError, PgwError, type Channel } from '@pgw/protocol';
import { channelHint, forbiddenCardTerms } from '@pgw/protocol/internal';
import type { Exchange, GatewayClient } from '@pgw/client';
import type { Check } from './check.ts';
import { describeCutOff } from '../configuration.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-codes.ts';
import { checkReachability } from './reachability.ts';

/** Runs the checks of `pgw doctor`. When a check fails, the checks that depend on it are skipped. */
export async function runChecks(context: Context): Promise<Check[]> {
  let baseUrl: string;
  try {
    baseUrl = context.configuration.requireClientOptions().baseUrl;
    // Creates a client only to validate its options.
    await context.callGateway(async () => undefined);
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
  const checks: Check[] = [{ name: 'configuration', state: 'ok', detail: `complete, for ${baseUrl}` }];
  const reachabilityChecks = await checkReachability(baseUrl, context.terminal.signal);
  checks.push(...reachabilityChecks);
  const isUnreachable = reachabilityChecks.some(
    ({ name, state }) => name === 'gateway' && state === 'failed',
  );
  if (isUnreachable) return checks;
  let lastExchange: Exchange | undefined;
  const onExchange = (exchange: Exchange): void => void (lastExchange = exchange);
  await context.callGateway(
    async (gateway) => {
      const readExchange = (): Exchange | undefined => lastExchange;
      const credentialChecks = await checkCredentials(gateway, readExchange, context);
      checks.push(...credentialChecks);
      if (credentialChecks.every(({ state }) => state === 'ok'))
        checks.push(...(await checkChannels(gateway)));
    },
    { onExchange },
  );
  return checks;
}

/**
 * The number of a transaction that does not exist. A query for it checks credentials and signature, and
 * changes nothing.
 */
const unknownTransactionNumber = 'PGW-DOCTOR';

async function checkCredentials(
  gateway: GatewayClient,
  readExchange: () => Exchange | undefined,
  { configuration: { cutOffVariables } }: Context,
): Promise<Check[]> {
  const credentialsCheck: Check = { name: 'credentials', state: 'ok', detail: 'accepted' };
  const signatureCheck: Check = { name: 'signature', state: 'ok', detail: 'accepted' };
  try {
    await gateway.queryPayment({ transactionNumber: unknownTransactionNumber });
    return [credentialsCheck, signatureCheck];
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    if (error.code === 'unauthorized') return [createRefusedCredentialsCheck(error, cutOffVariables)];
    if (error.code === 'signature-rejected')
      return [credentialsCheck, createRefusedSignatureCheck(readExchange()?.signedMessage, cutOffVariables)];
    if (error instanceof GatewayFaultError)
      return createFaultChecks(error, [credentialsCheck, signatureCheck]);
    return [createFailedQueryCheck(error)];
  }
}

function createRefusedCredentialsCheck(error: PgwError, cutOffVariables: readonly string[]): Check {
  return {
    name: 'credentials',
    state: 'failed',
    detail: error.message,
    remedy:
      describeLikelyCause(cutOffVariables) ??
      'Check PGW_USER and PGW_PASSWORD (or PGW_TOKEN), and PGW_MERCHANT_ID. Staging and production have different credentials.',
    exitCode: exitCode.unauthorized,
  };
}

/** Explains why a secret is probably wrong. Returns undefined if the configuration shows no cause. */
function describeLikelyCause(cutOffVariables: readonly string[]): string | undefined {
  return cutOffVariables.length === 0
    ? undefined
    : `The likely cause is in ${describeCutOff(cutOffVariables)}`;
}

function createRefusedSignatureCheck(message: string | undefined, cutOffVariables: readonly string[]): Check {
  return {
    name: 'signature',
    state: 'failed',
    detail: `rejected. The signed message was: ${message ?? '(unknown)'}`,
    remedy:
      describeLikelyCause(cutOffVariables.filter((variable) => variable === 'PGW_SECRET_KEY')) ??
      "Check that PGW_SECRET_KEY is this merchant's key, without quotes or white space, and that PGW_BASE_URL is the URL that the gateway sees (scheme, host, port, no extra path). A key with a # needs quotation marks in .env.",
    exitCode: exitCode.unauthorized,
  };
}

/**
 * Returns the checks for a fault. A fault shows that the gateway accepted credentials and signature, except
 * a fault about the timestamp or the merchant ID.
 */
function createFaultChecks({ fault }: GatewayFaultError, acceptedChecks: Check[]): Check[] {
  const validationMessages = fault.validationErrors.map(({ message }) => message).join('; ');
  if (/timestamp/i.test(validationMessages)) {
    const remedy = 'Set the clock of this machine (NTP).';
    return [
      ...acceptedChecks,
      { name: 'clock', state: 'failed', detail: validationMessages, remedy, exitCode: exitCode.refused },
    ];
  }
  if (fault.name !== 'InvalidTenantProfile') return acceptedChecks;
  const { advice: remedy, gatewayMessage: detail } = fault;
  return [{ name: 'credentials', state: 'failed', detail, remedy, exitCode: exitCode.unauthorized }];
}

/** Returns the check for a query without a valid response. The signature could not be checked. */
function createFailedQueryCheck(error: PgwError): Check {
  const isInvalidResponse = error.code === 'invalid-response';
  return {
    name: 'signature',
    state: 'failed',
    detail: error.message,
    remedy: isEncodingError(error)
      ? encodingRemedy
      : isInvalidResponse
        ? 'The URL responds, but its response is not one of this gateway. Check PGW_BASE_URL. If the gateway has other paths, set "profile" in pgw.json (see pgw --help).'
        : 'Try again later.',
    exitCode: isInvalidResponse ? exitCode.invalidResponse : exitCode.unreachable,
  };
}

const encodingRemedy =
  'The client requests responses without a coding (Accept-Encoding: identity), and decodes gzip, deflate and br. A proxy or firewall in front of the gateway encodes its responses. Turn compression off there, or ask its operator.';

/** True when the body of a response could not be decoded. The message of such an error names the coding. */
function isEncodingError({ message }: PgwError): boolean {
  return message.includes('Content-Encoding');
}

async function checkChannels(gateway: GatewayClient): Promise<Check[]> {
  try {
    const channels = await gateway.getChannels();
    const names = channels.map(({ id, name }) => `${id} ${name}`).join(', ');
    if (channels.length > 0)
      return [
        { name: 'channels', state: 'ok', detail: `${channels.length}: ${names}` },
        ...channels.flatMap((channel) => checkCardTerms(channel, gateway)),
      ];
    const remedy = 'Request channels for this merchant from the support of the gateway.';
    return [{ name: 'channels', state: 'warning', detail: 'none', remedy }];
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    const remedy = isEncodingError(error)
      ? encodingRemedy
      : 'The path of the channel list differs between gateways. Set profile.paths.getChannels, or list the channels in the shop.';
    return [{ name: 'channels', state: 'warning', detail: error.message, remedy }];
  }
}

/** Warns about a card channel with terms that are forbidden. */
function checkCardTerms(channel: Channel, { profile }: GatewayClient): Check[] {
  const terms = channelHint(channel, profile) === 'card' ? forbiddenCardTerms(channel) : undefined;
  if (terms === undefined) return [];
  const detail = `${channel.id} ${channel.name} has ${terms}`;
  const remedy =
    'In Malaysia, surcharges and minimum amounts for cards are forbidden. Ask the support of the gateway to remove them.';
  return [{ name: 'card terms', state: 'warning', detail, remedy }];
}
