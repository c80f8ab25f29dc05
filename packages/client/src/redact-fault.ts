import { Redacted, type FaultContent } from '@pgw/protocol';

/** The secrets of a request, which the gateway may quote in a fault. */
interface RequestSecrets {
  /** Card fields and passwords. */
  readonly sensitiveValues: readonly Redacted[];
  readonly token: Redacted | undefined;
}

/**
 * Shortens the texts of a fault and removes secrets of the request. Digits that look like a card number are
 * always masked, because a gateway may quote the card of another request.
 */
export function redactFault(
  faultContent: FaultContent,
  { sensitiveValues, token }: RequestSecrets,
): FaultContent {
  const secrets = [...sensitiveValues, ...tokenForms(token)];
  const quote = (text: string, length: number): string =>
    secrets
      .reduce((rest, value) => rest.replaceAll(value.reveal(), '[redacted]'), text)
      .replaceAll(cardNumberPattern, '[number]')
      .slice(0, length);
  return {
    ...faultContent,
    message: quote(faultContent.message, 200),
    details: faultContent.details === undefined ? undefined : quote(faultContent.details, 500),
    validationErrors: faultContent.validationErrors.slice(0, 20).map(({ message, members }) => ({
      message: quote(message, 200),
      members: members.slice(0, 5).map((member) => quote(member, 100)),
    })),
  };
}

/** Returns the token with its scheme and without its scheme. */
function tokenForms(token: Redacted | undefined): Redacted[] {
  if (token === undefined) return [];
  const bare = token.reveal().split(' ').at(-1) ?? '';
  return [token, new Redacted(bare)];
}

/** Matches 12 to 19 digits, with optional spaces or hyphens between them. */
const cardNumberPattern = /\d(?:[ -]?\d){11,18}/g;
