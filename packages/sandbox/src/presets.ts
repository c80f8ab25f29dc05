/**
 * The behavior of the sandbox where gateways and documents differ:
 * - `observed` (default): as known gateways behave.
 * - `document`: as the interface document describes it. Payments have the statuses 0 to 7 only, numbers have at most 24
 *   characters, responses have an envelope only where the document shows one, errors have a code and a message only, and
 *   each request except a refund needs the merchant header.
 * - `lenient`: as installations behave that serve old clients. It accepts a signature over the unsorted request, a
 *   timestamp in seconds, the merchant header `Abp.TenantId`, and a signed request without a bearer token. The types of
 *   channels are texts, such as `Card`, instead of integers.
 */
export type SandboxPreset = 'observed' | 'document' | 'lenient';

/** The presets with their description for the help and the dashboard, the default first. */
export const presets = {
  observed: 'As known gateways behave. The default.',
  document: 'As the interface document describes it.',
  lenient: 'As installations behave that serve old clients.',
} as const satisfies Record<SandboxPreset, string>;

/** The names of the presets, the default first. */
// `Object.keys` of a constant record returns the keys of its type.
export const presetNames = Object.keys(presets) as readonly SandboxPreset[];
