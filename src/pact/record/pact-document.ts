import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PactFileError } from '../../exchange/pact/read-pact.ts'
import type { Json } from '../../exchange/pact/pact-file.ts'

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

/** Where the pact of two parties is written in a folder: as pact-js names it. */
export function pactPath(folder: string, { consumer, provider }: Parties): string {
  return join(folder, `${consumer}-${provider}.json`)
}

/** The folder of the parts that workers write, next to the pact. */
function partsFolder(folder: string, { consumer, provider }: Parties): string {
  return join(folder, '.parts', `${consumer}-${provider}`)
}

/** Writes what one worker has recorded; parts of the same content are one file. Returns its path. */
export async function writePart(
  folder: string,
  parties: Parties,
  interactions: readonly RecordedInteraction[],
): Promise<string> {
  const text = JSON.stringify(interactions)
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const path = join(partsFolder(folder, parties), `${name}.json`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return path
}

/**
 * Joins the parts that workers have written into the pact, and removes them.
 *
 * @returns The pact's path.
 * @throws PactFileError where there are no parts.
 */
export async function mergePacts(folder: string, parties: Parties): Promise<string> {
  const parts = partsFolder(folder, parties)
  const names = await readdir(parts).catch(() => [] as string[])
  if (names.length === 0) throw new PactFileError(`${folder}: nothing was recorded for ${parties.consumer}`)
  const texts = await Promise.all(names.map((name) => readFile(join(parts, name), 'utf8')))
  const interactions = texts.flatMap((text) => JSON.parse(text) as readonly RecordedInteraction[])
  const path = pactPath(folder, parties)
  await writeFile(path, pactText(pactDocument(parties, interactions)))
  await rm(parts, { recursive: true })
  return path
}
