/** A secret of one character can be guessed. Real secrets are much longer. */
const minSecretLength = 2;

/**
 * Checks a merchant's secret. Returns the reason why it is invalid, or undefined. The reason never contains
 * the secret. Signing, verification and all options with a secret use this rule. A secret from a file or an
 * environment variable may have white space at its ends. The gateway rejects every signature that is made
 * with such a secret.
 */
export function secretViolation(secret: string): string | undefined {
  if (secret.trim() === '') return 'must not be empty: give the key issued with the merchant ID';
  if (secret.trim() !== secret)
    return 'must have no white space at its ends: check for a line end in the file or variable that it is read from';
  if (secret.length < minSecretLength) return `must have at least ${minSecretLength} characters`;
  return undefined;
}
