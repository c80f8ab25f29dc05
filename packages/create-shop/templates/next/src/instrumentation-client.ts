// Next.js loads its files without a policy of Trusted Types, which the Content Security Policy of proxy.ts requires. This policy
// allows the files of the shop, and no others.
window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});

interface PolicyRules {
  readonly createScriptURL: (url: string) => string | null;
}

declare global {
  interface Window {
    /** Undefined in browsers without Trusted Types. */
    readonly trustedTypes?: { createPolicy(name: string, rules: PolicyRules): unknown };
  }
}

export {};
