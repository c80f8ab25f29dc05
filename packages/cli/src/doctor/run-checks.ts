import { GatewayFaultError, PgwError, type Channel } from '@pgw/protocol';
import { channelHint, forbiddenCardTerms } from '@pgw/protocol/internal';
import type { GatewayClient, GatewayEnvironment } from '@pgw/client';
import { describeCutOff } from '../configuration.ts';
import type { Context } from '../context.ts';
import { exitCode } from '../exit-codes.ts';
import { checkReachability, type Check } from './reachability.ts';

/** Runs the checks of `pgw doctor`. When a check fails, the checks that depend on it are skipped. */
export async function runChecks(context: Context): Promise<Check[]> {
  let baseUrl: string;
  let environment: GatewayEnvironment = 'production';
  try {
    baseUrl = context.configuration.requireClientOptions().baseUrl;
    // Creates a client only to validate its options.
    await context.callGateway(async (gateway) => void ({ environment } = gateway));
  } catch (error) {
    if (!(error instanceof PgwError)) throw error;
    const { message: detail } = error;
    const remedy = 'See pgw --help.';
    return [{ name: 'configuration', state: 'failed', detail, remedy, exitCode: exitCode.usage }];
  }
  const checks: Check[] = [
    { name: 'configuration', state: 'ok', detail: `complete, for ${baseUrl}` },
    { name: 'environment', state: 'ok', detail: describeEnvironment(environment) },
    ...(await checkReachability(baseUrl, context.terminal.signal)),
  ];
  if (checks.some(({ name, state }) => name === 'gateway' && state === 'failed')) return checks;
  const { cutOffVariables } = context.configuration;
  let signedMessage: string | undefined;
  await context.callGateway(
    async (gateway) => {
      const error = await queryUnknown(gateway);
      const found = error === undefined ? accepted : judge(error, { signedMessage, cutOffVariables });
      checks.push(...found);
      if (found.every(({ state }) => state === 'ok')) checks.push(...(await checkChannels(gateway)));
    },
    { onExchange: (exchange) => void (signedMessage = exchange.signedMessage) },
  );
  return checks;
}

function describeEnvironment(environment: GatewayEnvironment): string {
  return environment === 'staging'
    ? 'staging: payments are tests, and move no real money'
    : 'production: payments move real money. If this gateway is for tests, set PGW_ENVIRONMENT=staging';
}

/** Queries a transaction that does not exist. The query checks credentials and signature, and changes nothing. */
async function queryUnknown(gateway: GatewayClient): Promise<PgwError | undefined> {
  try {
    await gateway.queryPayment({ transactionNumber: 'PGW-DOCTOR' });
    return undefined;
  } catch (error) {
    if (error instanceof PgwError) return error;
    throw error;
  }
}

const acceptedCredentials: Check = { name: 'credentials', state: 'ok', detail: 'accepted' };
const accepted: readonly Check[] = [
  acceptedCredentials,
  { name: 'signature', state: 'ok', detail: 'accepted' },
];

interface LikelyCauses {
  readonly signedMessage: string | undefined;
  readonly cutOffVariables: readonly string[];
}

function judge(error: PgwError, { signedMessage, cutOffVariables }: LikelyCauses): readonly Check[] {
  if (error instanceof GatewayFaultError) return judgeFault(error);
  const { code, message: detail } = error;
  if (code === 'unauthorized') {
    const remedy =
      describeLikelyCause(cutOffVariables) ??
      'Check PGW_USER and PGW_PASSWORD (or PGW_TOKEN), and PGW_MERCHANT_ID. Staging and production have different credentials.';
    return [{ name: 'credentials', state: 'failed', detail, remedy, exitCode: exitCode.unauthorized }];
  }
  const signature = { name: 'signature', state: 'failed' } as const;
  if (code === 'signature-rejected') {
    const remedy =
      describeLikelyCause(cutOffVariables.filter((variable) => variable === 'PGW_SECRET_KEY')) ??
      "Check that PGW_SECRET_KEY is this merchant's key, without quotes or white space, and that PGW_BASE_URL is the URL that the gateway sees (scheme, host, port, no extra path). A key with a # needs quotation marks in .env.";
    const reason = `rejected. The signed message was: ${signedMessage ?? '(unknown)'}`;
    return [acceptedCredentials, { ...signature, detail: reason, remedy, exitCode: exitCode.unauthorized }];
  }
  if (code !== 'invalid-response') {
    const remedy = describeEncoding(error) ?? 'Try again later.';
    return [{ ...signature, detail, remedy, exitCode: exitCode.unreachable }];
  }
  const remedy =
    describeEncoding(error) ??
    'The URL responds, but its response is not one of this gateway. Check PGW_BASE_URL. If the gateway has other paths, set "profile" in pgw.json (see pgw --help).';
  return [{ ...signature, detail, remedy, exitCode: exitCode.invalidResponse }];
}

/** A fault shows that credentials and signature were accepted, except one about the timestamp or the merchant ID. */
function judgeFault({ fault }: GatewayFaultError): readonly Check[] {
  const detail = fault.validationErrors.map(({ message }) => message).join('; ');
  if (/timestamp/i.test(detail)) {
    const remedy = 'Set the clock of this machine (NTP).';
    return [...accepted, { name: 'clock', state: 'failed', detail, remedy, exitCode: exitCode.refused }];
  }
  if (fault.name !== 'InvalidTenantProfile') return accepted;
  const { advice: remedy, gatewayMessage } = fault;
  const rest = { detail: gatewayMessage, remedy, exitCode: exitCode.unauthorized };
  return [{ name: 'credentials', state: 'failed', ...rest }];
}

/** Explains why a secret is probably wrong. Returns undefined if the configuration shows no cause. */
function describeLikelyCause(cutOffVariables: readonly string[]): string | undefined {
  return cutOffVariables.length === 0
    ? undefined
    : `The likely cause is in ${describeCutOff(cutOffVariables)}`;
}

/** Returns the remedy when the body of a response could not be decoded. The message of such an error names the coding. */
function describeEncoding({ message }: PgwError): string | undefined {
  return message.includes('Content-Encoding')
    ? 'The client requests responses without a coding (Accept-Encoding: identity), and decodes gzip, deflate and br. A proxy or firewall in front of the gateway encodes its responses. Turn compression off there, or contact its operator.'
    : undefined;
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
    const remedy =
      describeEncoding(error) ??
      'The path of the channel list differs between gateways. Set profile.paths.getChannels, or list the channels in the shop.';
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
