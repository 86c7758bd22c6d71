import type { RemoteControl } from '../client/shared-org.ts'
import type { OrgEvent } from '../control/events/event-log.ts'
import type { Question } from './messages.ts'

/** The organisation of a page, from every tab that shares it. */
export interface EveryTab {
  readonly baseUrl: string
  readonly control: RemoteControl
  /** The names of the control functions. */
  readonly actions: readonly string[]
  ask(question: Question): Promise<unknown>
  /**
   * Calls back for every event; without one where some may be lost, because another tab took over.
   *
   * @returns A function that stops it.
   */
  listen(onEvent: (event?: OrgEvent) => void): () => void
}

/** The key by which a worker and its `control` hand themselves to the console. */
export const everyTab: unique symbol = Symbol.for('identikit:every-tab')
