import type { Context } from '../context.ts';
import { readFormFields } from '../input/form-fields.ts';
import { readReturnParameters } from '../input/return-parameters.ts';
import { createRedirect } from '../reply.ts';
import type { Handler } from '../route.ts';

/**
 * POST /return/:token: redirects to the same address with GET, because a POST from another site has no cookie with
 * `SameSite=Lax`. It changes nothing.
 */
export function createReturnFormHandler({ paymentContext, settings }: Context): Handler {
  const { returnParameters: names } = paymentContext.gateway.profile;
  return async ({ request, params: { token } }) => {
    const form = readReturnParameters(await readFormFields(request), names);
    const fromQuery = readReturnParameters(request.query, names);
    const path = token !== undefined ? `/return/${encodeURIComponent(token)}` : '/return';
    const target = new URLSearchParams();
    const append = (name: string, value: string | undefined): void => {
      if (value !== undefined) target.append(name, value);
    };
    append(names.referenceCode, form.reference ?? fromQuery.reference);
    append(names.transactionNumber, form.transactionNumber ?? fromQuery.transactionNumber);
    const query = target.size === 0 ? '' : `?${target.toString()}`;
    return createRedirect(settings.addresses.path(`${path}${query}`));
  };
}
