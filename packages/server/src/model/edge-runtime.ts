// This file imports nothing, because an edge runtime lacks modules that other files import.

/** The members of `globalThis` by which an edge runtime is recognized. */
interface Runtime {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>> | undefined;
    readonly versions?: { readonly node?: string | undefined } | undefined;
    readonly getBuiltinModule?: ((name: string) => unknown) | undefined;
  };
}

/** True in a runtime of JavaScript that is not Node.js, such as the edge runtime of Next.js or of Cloudflare. */
export function isEdgeRuntime({ process }: Runtime = globalThis): boolean {
  if (process?.versions?.node === undefined || process.env?.['NEXT_RUNTIME'] === 'edge') return true;
  // An older Node has no such function. `requireNodeWithSqlite` reports it.
  return process.getBuiltinModule !== undefined && process.getBuiltinModule('node:crypto') === undefined;
}

/** The error in an edge runtime. */
export const edgeRuntimeMessage =
  'createCheckout: this is an edge runtime, which has no node:crypto, node:fs and node:sqlite. The route handlers of the checkout need the Node.js runtime. ' +
  "In Next.js, remove export const runtime = 'edge' from the route. See https://pgw-js.github.io/pgw/servers.";
