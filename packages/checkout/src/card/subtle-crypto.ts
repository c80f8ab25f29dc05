/** The browser's cryptography; undefined on a page that is not secure, such as plain http in a local network. */
export function subtleCrypto(): SubtleCrypto | undefined {
  // By the types of the DOM it is always defined.
  const { crypto }: { crypto?: { readonly subtle?: SubtleCrypto } } = globalThis;
  return crypto?.subtle;
}
