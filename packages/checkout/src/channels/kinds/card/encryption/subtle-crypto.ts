/** Undefined on a page that is not secure, such as plain http in a local network. */
export function getSubtleCrypto(): SubtleCrypto | undefined {
  // The DOM types declare `crypto` and `subtle` as always defined, which is not correct.
  const { crypto }: { crypto?: { readonly subtle?: SubtleCrypto } } = globalThis;
  return crypto?.subtle;
}
