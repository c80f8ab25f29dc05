import type { Request, Response } from 'express';
import type { Context } from './context.ts';
import { readFormFields } from './requests/form-fields.ts';
import { readQuery } from './requests/query.ts';
import { readReturnParameters } from './requests/return-parameters.ts';

/**
 * POST /return/:token: the gateway's page returns the browser with a form. The response is a redirect to the same
 * address with GET, because a POST from another site has no cookie with `SameSite=Lax`. It changes nothing, so it may
 * come from every site.
 */
export function createReturnFormHandler({ engine, settings }: Context) {
  const { returnParameters: names } = engine.gateway.profile;
  return async (req: Request, res: Response): Promise<void> => {
    const form = readReturnParameters(await readFormFields(req), names);
    const query = readReturnParameters(readQuery(req), names);
    const { token } = req.params;
    const path = typeof token === 'string' ? `/return/${encodeURIComponent(token)}` : '/return';
    const target = new URLSearchParams();
    const append = (name: string, value: string | undefined): void => {
      if (value !== undefined) target.append(name, value);
    };
    append(names.referenceCode, form.reference ?? query.reference);
    append(names.transactionNumber, form.transactionNumber ?? query.transactionNumber);
    res.redirect(303, settings.addresses.path(target.size === 0 ? path : `${path}?${target.toString()}`));
  };
}
