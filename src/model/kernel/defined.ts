/** A value without the members that are undefined, at any depth. */
export type Defined<Value> = Value extends ((...given: never) => unknown) | Date | readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Name in keyof Value]: Defined<Exclude<Value[Name], undefined>> }
    : Value

/** Leaves out undefined members, so that they do not override defaults when the value is spread over other values. */
export function defined<Value>(value: Value): Defined<Value> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value as Defined<Value>
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, defined(member)]],
    ),
  ) as Defined<Value>
}
