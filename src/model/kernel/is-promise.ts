/**
 * Whether a value is a promise, of whatever realm: test runners run modules in contexts of their own, where a promise that
 * `fetch` gave is no instance of the `Promise` that the module sees.
 */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
