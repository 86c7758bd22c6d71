import type { Json } from './pact-file.ts'

/** The parties of a pact. */
export interface Parties {
  readonly consumer: string
  readonly provider: string
}

type JsonObject = Readonly<Record<string, Json>>

/** An interaction of a pact of version 4, as it is written. */
export interface RecordedInteraction extends JsonObject {
  readonly description: string
  readonly pending: boolean
}

/** A pact of version 4, as it is written. */
export interface PactDocument {
  readonly consumer: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly interactions: readonly RecordedInteraction[]
  readonly metadata: { readonly pactSpecification: { readonly version: '4.0' } }
}

/** Makes a pact: each interaction once, in an order that does not depend on when it was recorded. */
export function pactDocument(
  { consumer, provider }: Parties,
  all: readonly RecordedInteraction[],
): PactDocument {
  const byText = new Map(all.map((one) => [JSON.stringify(one), one]))
  const ordered = [...byText].toSorted(([a, one], [b, other]) =>
    one.description === other.description ? order(a, b) : order(one.description, other.description),
  )
  const counts = new Map<string, number>()
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: ordered.map(([, one]) => {
      const count = (counts.get(one.description) ?? 0) + 1
      counts.set(one.description, count)
      // Descriptions identify interactions.
      return count === 1 ? one : { ...one, description: `${one.description} (${count})` }
    }),
    metadata: { pactSpecification: { version: '4.0' } },
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A pact's text, which is the same for the same interactions. */
export function pactText(pact: PactDocument): string {
  return `${JSON.stringify(pact, undefined, 2)}\n`
}
