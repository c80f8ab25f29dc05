import { resolve } from 'node:path';
import { explainSignature, type Explanation, type GatewayProfile } from '@pgw/protocol';
import {
  hmac,
  canonicalJsonOfText,
  secretViolation,
  signatureMessageOfText,
  signedUrl,
} from '@pgw/protocol/internal';
import type { Context, DefineCommand } from '../context.ts';
import { exitCode } from '../exit-codes.ts';
import { FailedCheck, createUsageError } from '../failures.ts';
import { formatList } from '../table.ts';
import { readStdin, readTextFile } from '../terminal.ts';

export const defineSign: DefineCommand = (command, createContext) => {
  command
    .argument('<url>', 'absolute URL of the endpoint')
    .option('--data <json>', 'the JSON to sign (default: read from the standard input)')
    .action(async (url: string, options: { readonly data?: string }) => {
      const context = createContext();
      checkUrl(url);
      if (/cardnumber|securitycode/i.test(options.data ?? '')) {
        throw createUsageError(
          'Card details are only read from the standard input, because other users can see a command line.',
        );
      }
      const text = options.data ?? (await readStdin(context.terminal));
      const message = signatureMessageOfText(url, toCanonicalJson(text));
      const secret = context.configuration.requireSecretKey();
      const violation = secretViolation(secret);
      if (violation !== undefined) throw createUsageError(`The secret key ${violation}.`);
      const signature = hmac(message, secret);
      context.print({ message, signature }, () =>
        formatList([
          ['message', message],
          ['signature', signature],
        ]),
      );
    });
};

interface VerifyOptions {
  readonly body?: string | undefined;
  readonly explain?: boolean | undefined;
  readonly request?: boolean | undefined;
}

export const defineVerify: DefineCommand = (command, createContext) => {
  command
    .argument('<url>', 'the URL that was signed; for a callback, the unchanged callback URL')
    .argument('<signature>', 'value of the signature header')
    .option('--body <file>', 'file with the body (default: read from the standard input)')
    .option('--request', 'the body is a request, for which only the sorted form is valid')
    .option('--explain', 'explain a mismatch by the rules of https://pgw-js.github.io/pgw/gateway-profile')
    .action(async (url: string, signature: string, options: VerifyOptions) => {
      const context = createContext();
      checkUrl(url);
      const isRequest = options.request === true || isEndpoint(url, context.configuration.profile);
      const kind = isRequest ? 'request' : 'callback';
      const text = await readBody(context, options.body);
      const secret = context.configuration.requireSecretKey();
      const { message, ...explanation } = explainSignature({ url, text, signature, secret, kind });
      const isValid = explanation.verdict === 'valid';
      const isExplained = options.explain === true;
      context.print({ isValid, message, ...(isExplained && explanation) }, () =>
        formatList([
          ['verdict', `the signature ${isValid ? 'is valid' : 'is not valid'} for a ${kind}`],
          ['message', message],
          ...(isExplained ? listExplanationEntries(explanation) : []),
        ]),
      );
      if (!isValid) throw new FailedCheck(exitCode.refused);
    });
};

function listExplanationEntries({
  verdict,
  deviations,
  signedMessage,
}: Omit<Explanation, 'message'>): (readonly [string, string | undefined])[] {
  if (verdict === 'unexplained') {
    const why = 'no known deviation gives this signature: the secret key, the URL or the body differs';
    return [['why', why]];
  }
  if (deviations.length === 0) return [];
  return [...deviations.map((deviation) => ['why', deviation] as const), ['signed message', signedMessage]];
}

async function readBody({ terminal }: Context, file: string | undefined): Promise<string> {
  if (file === undefined) return readStdin(terminal);
  const text = readTextFile(resolve(terminal.cwd, file));
  if (text === undefined) throw createUsageError(`${file}: the file does not exist.`);
  return text;
}

function toCanonicalJson(text: string): string {
  try {
    return canonicalJsonOfText(text);
  } catch {
    throw createUsageError('The data to sign is not JSON.');
  }
}

function checkUrl(url: string): void {
  if (!URL.canParse(url))
    throw createUsageError('The URL must be absolute, such as https://gateway.example/api/….');
}

/** Returns true for the URL of an endpoint of the gateway. A body for such a URL is a request. */
function isEndpoint(url: string, { paths }: GatewayProfile): boolean {
  const endpointUrl = signedUrl(url).toLowerCase();
  return Object.values(paths).some((path) => endpointUrl.endsWith(path.toLowerCase()));
}
