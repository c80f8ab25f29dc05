/** One field of a posted form; empty when it is missing or given more than once. */
export function fieldOf(incoming: { readonly body?: unknown }, name: string): string {
  return fieldsOf(incoming, name).length === 1 ? (fieldsOf(incoming, name)[0] ?? '') : '';
}

/** Every value of a field of a posted form. */
export function fieldsOf(incoming: { readonly body?: unknown }, name: string): string[] {
  const { body } = incoming;
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return [];
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1];
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((item) => typeof item === 'string');
}

/** One parameter of the query; empty when it is missing. */
export function queryOf(incoming: { readonly url: string }, name: string): string {
  return new URL(incoming.url, 'http://sandbox').searchParams.get(name) ?? '';
}

/** One cookie; empty when it is missing. */
export function cookieOf(
  incoming: { readonly headers: { readonly cookie?: string | undefined } },
  name: string,
): string {
  for (const pair of (incoming.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.split('=');
    if (key?.trim() === name) return value.trim();
  }
  return '';
}
