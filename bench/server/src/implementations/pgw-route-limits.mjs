// The limits of requests count each start in the store. The maximum is high, because all requests come from one address.
import { create as createWithoutLimits } from './pgw-route-embedded.mjs';

export const create = (origins) =>
  createWithoutLimits(origins, { requestLimits: { startsPerNetwork: 1_000_000_000 } });
