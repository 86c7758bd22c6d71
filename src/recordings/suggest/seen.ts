import type { OrgOptions } from '../../model/kernel/org-options.ts'
import { type Json, member, objectsOf, textsOf } from '../../exchange/json.ts'
import type { RecordedCall, Recording } from '../../exchange/exchange.ts'
import { kindOf } from '../replay/shown.ts'

type Spelling = Exclude<keyof NonNullable<OrgOptions['vocabulary']>, 'prefix'>

/** Signs in recordings of their deployment's options, for values to try. */
export class Seen {
  readonly #spellings = new Map<Spelling, Map<string, number>>()
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
      for (const json of objectsOf(reply)) this.#noteSpellings(json)
    }
  }

  #notePage(operation: string, limit: number, length: number): void {
    const sizes = this.#pageSizes.get(operation) ?? {}
    if (Number.isNaN(limit)) sizes.default = length
    else if (length < limit) sizes.max = length
    if (Object.keys(sizes).length > 0) this.#pageSizes.set(operation, sizes)
  }

  #noteSpellings(json: Json): void {
    const kind = kindOf(json)
    const type = json['type']
    if (kind === 'group' && typeof type === 'string' && type !== 'BUILT_IN' && type !== 'APP_GROUP') {
      this.#noteSpelling('groupType', type)
      for (const each of textsOf(json['objectClass'])) this.#noteSpelling('groupObjectClass', each)
    }
    if (kind === 'user') this.#noteSpelling('providerType', member(json, 'credentials', 'provider', 'type'))
    if (kind === 'rule')
      this.#noteSpelling('expressionType', member(json, 'conditions', 'expression', 'type'))
  }

  #noteSpelling(name: Spelling, value: unknown): void {
    if (typeof value !== 'string') return
    const counts = this.#spellings.get(name) ?? new Map<string, number>()
    this.#spellings.set(name, counts.set(value, (counts.get(value) ?? 0) + 1))
  }

  /** The most frequent spellings of each option, at most two. */
  spellings(): readonly (readonly [option: string, values: readonly string[]])[] {
    return [...this.#spellings].map(([name, counts]) => {
      const ordered = [...counts].toSorted(([, one], [, other]) => other - one)
      return [`vocabulary.${name}`, ordered.slice(0, 2).map(([value]) => value)] as const
    })
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
