/** A secret of one character can be guessed. Real secrets are much longer. */
const minSecretLength = 2;

/**
 * Returns the reason why a merchant's secret is invalid, or undefined for a valid secret. The reason never
 * contains the secret. Signing, verification and all options with a secret use this rule.
 *
 * A secret from a file or an environment variable may have white space at its ends. The gateway rejects every
 * signature with such a secret.
 */
export function secretViolation(secret: string): string | undefined {
  if (secret.trim() === '') return 'must not be empty: use the key that was issued with the merchant ID';
  if (secret.trim() !== secret)
    return 'must have no white space at its ends: check the file or variable for a line end';
  if (secret.length < minSecretLength) return `must have at least ${minSecretLength} characters`;
  return undefined;
}
