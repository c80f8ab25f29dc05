/**
 * The type of a parsed value whose members must not change. The members keep their docstrings, so a schema is the only
 * description of its type.
 */
export type ReadOnly<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadOnly<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: ReadOnly<Value[Name]> }
    : Value;
