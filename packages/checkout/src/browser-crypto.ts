/** The browser's cryptography; undefined on a page that is not secure, such as plain http on a local network. */
export function browserCrypto(): SubtleCrypto | undefined {
  // Typed as always there, which it is only on secure pages.
  const { crypto }: { crypto?: { readonly subtle?: SubtleCrypto } } = globalThis;
  return crypto?.subtle;
}
