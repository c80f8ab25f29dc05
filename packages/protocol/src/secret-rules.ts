/** One character could be guessed at once; a real secret is issued with the merchant ID and is much longer. */
const shortestSecret = 2;

/**
 * What is wrong with a merchant's secret, as "must …"; undefined for a usable one. The one rule for signing, verifying and
 * every option that takes a secret. White space at its ends comes from a file or an environment variable, and every signature
 * made with it is rejected. It never quotes the secret.
 */
export function secretViolation(secret: string): string | undefined {
  if (secret.trim() === '') return 'must not be empty: give the key issued with the merchant ID';
  if (secret.trim() !== secret)
    return 'must have no white space at its ends: check for a line end in the file or variable that it is read from';
  if (secret.length < shortestSecret) return `must have at least ${shortestSecret} characters`;
  return undefined;
}
