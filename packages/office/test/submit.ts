import type { createVisitor } from '../../../examples/shop/test/open-shop.ts';

type Visitor = ReturnType<typeof createVisitor>;

/**
 * Sends a form, and opens the page that it redirects to. A rejected form redirects too, so that a reload sends no form.
 */
export async function submit(visitor: Visitor, path: string, form: Record<string, string>) {
  const { status, location } = await visitor.post(path, form);
  if (status !== 303) throw new Error(`The form was not answered by a redirect: ${status}.`);
  return { location, text: (await visitor.get(location)).text };
}

/**
 * Sends the form of a refund, and confirms the refund if the office asks. Returns the response to the last form, or the
 * page that shows why the refund was rejected.
 */
export async function submitRefund(
  visitor: Visitor,
  { reference }: { readonly reference: string },
  form: Record<string, string>,
) {
  const path = `/office/payments/${reference}/refund`;
  const { location, text } = await submit(visitor, path, form);
  const sum = / name="sum" value="(\d+)"/.exec(text)?.[1];
  if (sum === undefined) return { location, text };
  return submit(visitor, path, { ...form, sum, step: 'confirmed' });
}
