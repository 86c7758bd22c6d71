/**
 * Stands in for `MessageEvent` in the bundled command line, where the store's hooks use it: touching Node's own
 * loads the whole of undici, which costs a start 15 ms.
 */
export class DataEvent<Data> extends Event {
  readonly data: Data | undefined

  constructor(type: string, init?: EventInit & { readonly data?: Data }) {
    super(type, init)
    this.data = init?.data
  }
}
