/**
 * Replaces `MessageEvent` in the bundled command line, where the store's hooks use it. Node's own loads the whole of
 * undici, which adds 15 ms to a start.
 */
export class DataEvent<Data> extends Event {
  readonly data: Data | undefined

  constructor(type: string, init?: EventInit & { readonly data?: Data }) {
    super(type, init)
    this.data = init?.data
  }
}
