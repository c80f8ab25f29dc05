import type { EndpointName } from '@pgw/protocol';
import type { SignatureRefusalForm } from './responses.ts';
import type { Handler } from '../handlers/handler.ts';
import type { SandboxPreset } from '../presets.ts';

/** The endpoints that report a wrong signature inside `result` (interface document, section Errors). */
const endpointsWithFaultInResult: readonly EndpointName[] = ['payout', 'inquiryWallet', 'queryWalletHistory'];

/**
 * Selects how an endpoint reports a wrong signature: as observed on a gateway, or with the preset
 * `document` as the interface defines it.
 */
export function selectSignatureRefusalForm(
  { endpoint }: Handler,
  preset: SandboxPreset,
): SignatureRefusalForm {
  if (preset !== 'document') return 'observed';
  return endpointsWithFaultInResult.includes(endpoint.name) ? 'interface-result' : 'interface-error';
}
