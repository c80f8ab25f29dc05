/** A secret of one character can be guessed. Real secrets are much longer. */
const shortestSecret = 2;

/**
 * Returns why a merchant's secret is invalid, such as `must not be empty`, or undefined for a valid one. Signing, verification and
 * all options with a secret use this rule. White space at the ends comes from a file or an environment variable, and the gateway
 * rejects every signature made with it. The text never contains the secret.
 */
export function secretViolation(secret: string): string | undefined {
  if (secret.trim() === '') return 'must not be empty: give the key issued with the merchant ID';
  if (secret.trim() !== secret)
    return 'must have no white space at its ends: check for a line end in the file or variable that it is read from';
  if (secret.length < shortestSecret) return `must have at least ${shortestSecret} characters`;
  return undefined;
}
