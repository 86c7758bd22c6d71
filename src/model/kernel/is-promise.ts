/**
 * Whether a value is a promise of any realm. Test runners load modules in separate contexts. A promise of `fetch` is
 * then not an instance of the module's `Promise`.
 */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
