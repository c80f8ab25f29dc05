import type { OpenOffice } from './open-office.ts';

type Clerk = Awaited<ReturnType<OpenOffice['signIn']>>;

/** Sends a form. Returns the page that shows a rejected form or the confirmation, or the page of the redirect. */
export async function submit(clerk: Clerk, path: string, form: Record<string, string>) {
  const { status, location, text } = await clerk.post(path, form);
  if (status !== 303) return { status, location: '', text };
  return { status, location, text: (await clerk.get(location)).text };
}

/**
 * Sends the form of a refund, and confirms the refund if the office requires it. Returns the response to the last form, or the
 * page that shows why the refund was rejected.
 */
export async function submitRefund(
  clerk: Clerk,
  { reference }: { readonly reference: string },
  form: Record<string, string>,
) {
  const path = `/office/payments/${reference}/refund`;
  const { location, text, status } = await submit(clerk, path, form);
  const sum = / name="sum" value="(\d+)"/.exec(text)?.[1];
  if (sum === undefined) return { location, text, status };
  return submit(clerk, path, { ...form, sum, step: 'confirmed' });
}
