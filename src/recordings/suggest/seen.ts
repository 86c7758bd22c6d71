import type { OrgOptions } from '../../model/kernel/org-options.ts'
import type { RecordedCall, Recording } from '../../exchange/exchange.ts'

/** Signs in recordings of their deployment's options, for values to try. */
export class Seen {
  readonly #pageSizes = new Map<string, { default?: number; max?: number }>()
  readonly #refusedLimits = new Set<number>()

  /** Notes the signs in a recording. */
  note({ calls }: Recording): void {
    for (const call of calls) {
      const operation = call.operation?.name
      if (operation === undefined) continue
      const { json: reply } = call
      const limit = Number(call.url.searchParams.get('limit') ?? Number.NaN)
      if (call.status === 500 && limit > 1) this.#refusedLimits.add(limit - 1)
      if (Array.isArray(reply) && hasNext(call)) this.#notePage(operation, limit, reply.length)
    }
  }

  #notePage(operation: string, limit: number, length: number): void {
    const sizes = this.#pageSizes.get(operation) ?? {}
    if (Number.isNaN(limit)) sizes.default = length
    else if (length < limit) sizes.max = length
    if (Object.keys(sizes).length > 0) this.#pageSizes.set(operation, sizes)
  }

  /** Page sizes by operation, where a page was not the last one. */
  pageSizes(): readonly NonNullable<OrgOptions['pageSizes']>[] {
    return this.#pageSizes.size === 0 ? [] : [Object.fromEntries(this.#pageSizes)]
  }

  /** Limits just below those at which a list broke down, the least first. */
  refusedLimits(): readonly number[] {
    return [...this.#refusedLimits].toSorted((one, other) => one - other).slice(0, 3)
  }
}

function hasNext({ headers }: RecordedCall): boolean {
  return (headers['link'] ?? []).some((line) => /rel="?next/.test(line))
}
