import type { Explained } from './backend.ts'

/** A request of the journal, for a list. */
export interface Entry {
  readonly number: number
  readonly time: string
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly status: number
  readonly operation?: string
  readonly refusal?: string
  readonly ignored?: readonly string[]
  readonly fault?: string
  readonly duration?: number
  readonly caller?: { readonly kind: string; readonly id: string; readonly userId?: string }
}

/** A complete request. */
export interface Exchange extends Entry {
  readonly request: { readonly headers: unknown; readonly body?: unknown }
  readonly response: { readonly headers: unknown; readonly body?: unknown }
  readonly changes: readonly {
    readonly record: { readonly kind: string; readonly id: string; readonly label: string }
    readonly events: readonly string[]
    readonly differences: Readonly<Record<string, { readonly before?: unknown; readonly after?: unknown }>>
  }[]
  readonly moreChanges?: number
  readonly explanation?: Explained
}
