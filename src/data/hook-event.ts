/**
 * An event of a collection's hooks, like those of @msw/data. `preventDefault` vetoes the change, and
 * `stopImmediatePropagation` keeps the event from the listeners that follow.
 */
export class HookEvent<Data> extends MessageEvent<Data> {
  /** Whether no further listener receives it. */
  isStopped = false

  constructor(type: 'create' | 'update' | 'delete', data: Data) {
    super(type, { data, cancelable: true })
  }

  override stopImmediatePropagation(): void {
    super.stopImmediatePropagation()
    this.isStopped = true
  }
}
