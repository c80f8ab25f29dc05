import { explainSignature, type JsonValue } from '@pgw/protocol';
import { canonicalJsonOfText, hmac, isSameSignature, signatureMessageOfText } from '@pgw/protocol/internal';
import type { Request } from 'express';
import type { SignatureCheck } from '../activity/activity-row.ts';
import { maskJson, maskJsonText } from '../activity/mask.ts';
import type { Gateway } from '../gateway.ts';
import type { Tenant } from '../options.ts';
import type { ParsedRequest } from './parse-request.ts';

/** A signature must match the sorted text. With the preset `lenient`, it may also match the text that was sent. */
export function checkSignature(
  incoming: Request,
  parsedRequest: ParsedRequest,
  { tenant, gateway }: { readonly tenant: Tenant; readonly gateway: Gateway },
): SignatureCheck {
  const { profile, preset } = gateway.settings;
  const received = incoming.get(profile.headers.signature)?.trim() ?? null;
  // The signed URL may start with the Host header of the request, or with the URL of the sandbox.
  const urls = [`http://${incoming.get('host') ?? ''}`, gateway.url()].map(
    (baseUrl) => `${baseUrl}${incoming.path}`,
  );
  const sortedText = toSortedText(parsedRequest);
  const acceptedTexts = [sortedText, preset === 'lenient' ? parsedRequest.rawText : undefined].filter(
    (text) => text !== undefined,
  );
  const sign = (url: string, text: string): string =>
    hmac(signatureMessageOfText(url, text), tenant.secretKey);
  const isValid =
    received !== null &&
    urls.some((url) => acceptedTexts.some((text) => isSameSignature(sign(url, text), received)));
  const [url = ''] = urls;
  return {
    isValid,
    received,
    expected: sign(url, sortedText ?? parsedRequest.rawText),
    signedText: signatureMessageOfText(url, toMaskedText(parsedRequest) ?? ''),
    deviations:
      isValid || received === null
        ? []
        : [
            ...explainSignature({
              url,
              text: parsedRequest.rawText,
              signature: received,
              secret: tenant.secretKey,
              kind: 'request',
            }).deviations,
          ],
  };
}

/** Returns the JSON text of a request with sorted properties, or undefined when it is nested too deeply. */
function toSortedText({
  rawText,
  signedData,
}: Pick<ParsedRequest, 'rawText' | 'signedData'>): string | undefined {
  try {
    // The data is JSON: a parsed body, or query parameters that are texts and numbers.
    return canonicalJsonOfText(rawText, signedData as JsonValue);
  } catch {
    return undefined;
  }
}

/** Returns the sorted text with all secrets masked. */
function toMaskedText({ rawText, signedData }: ParsedRequest): string | undefined {
  const maskedText = maskJsonText(rawText);
  return maskedText === undefined
    ? undefined
    : toSortedText({ rawText: maskedText, signedData: maskJson(signedData) });
}
