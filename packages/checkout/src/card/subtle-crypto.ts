/** The browser's cryptography; undefined on a page that is not secure, such as plain http in a local network. */
export function subtleCrypto(): SubtleCrypto | undefined {
  // The types say that it is always there.
  const { crypto }: { crypto?: { readonly subtle?: SubtleCrypto } } = globalThis;
  return crypto?.subtle;
}
