/**
 * A function that makes its value when it is first asked for, and answers the same one from then on. A pattern with
 * `\p{…}` is worth it: to make one takes half a millisecond or more of a start.
 */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
