/**
 * An event of a collection's hooks, as @msw/data's own behave: `preventDefault` vetoes, and
 * `stopImmediatePropagation` keeps it from the listeners that follow.
 */
export class HookEvent<Data> extends MessageEvent<Data> {
  /** Whether no further listener is to hear it. */
  isStopped = false

  constructor(type: 'create' | 'update' | 'delete', data: Data) {
    super(type, { data, cancelable: true })
  }

  override stopImmediatePropagation(): void {
    super.stopImmediatePropagation()
    this.isStopped = true
  }
}
