/** Returns the absolute URL if it is safe to navigate to (http or https), else null. */
export function toSafeUrl(url: string | null): string | null {
  if (url === null) return null;
  try {
    const { protocol, href } = new URL(url, globalThis.document?.baseURI);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}
