import type { CheckoutOfOffice } from './options.ts';

type Method = (...values: unknown[]) => unknown;
type Methods = Readonly<Record<string, Method>>;

/** Returns the checkout whose methods have the account of the request. A page can therefore never show another account. */
export function bindAccount(checkout: CheckoutOfOffice, account: string | undefined): CheckoutOfOffice {
  if (account === undefined) return checkout;
  const { payments, operator, health } = checkout;
  return {
    payments: bind(payments, account),
    operator: bindOperator(operator, account),
    health: async () => {
      const { problems, ...rest } = await health();
      const isOfAccount = (problem: object): boolean =>
        !('account' in problem) || problem.account === undefined || problem.account === account;
      return { ...rest, problems: problems.filter(isOfAccount) };
    },
  };
}

function bindOperator(operator: CheckoutOfOffice['operator'], account: string): CheckoutOfOffice['operator'] {
  const groups = Object.fromEntries(Object.entries(operator).filter(([name]) => name !== 'as'));
  const bound = Object.entries(groups).map(([name, group]) => [
    name,
    name === 'accounts' || name === 'history'
      ? group
      : typeof group === 'function'
        ? bindMethod(group as Method, account)
        : bind(group as object, account),
  ]);
  // Each method has the type of the method that it calls.
  return {
    ...(Object.fromEntries(bound) as Omit<typeof operator, 'as'>),
    as: (name) => bindOperator(operator.as(name), account),
  };
}

function bind<Group extends object>(group: Group, account: string): Group {
  const bound = Object.entries(group as Methods).map(([name, method]) => [name, bindMethod(method, account)]);
  return Object.fromEntries(bound) as Group;
}

/** The account is a member of the options, which are the last argument. */
function bindMethod(method: Method, account: string): Method {
  return (...values) => {
    const last = values.at(-1);
    return typeof last === 'object' && last !== null
      ? method(...values.slice(0, -1), { ...last, account })
      : method(...values.filter((value) => value !== undefined), { account });
  };
}
