import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PactFileError } from '../../exchange/pact/read-pact.ts'
import {
  type Parties,
  pactDocument,
  pactText,
  type RecordedInteraction,
} from '../../exchange/pact/document.ts'

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
  if (names.length === 0)
    throw new PactFileError(
      `${folder}: nothing was recorded for ${parties.consumer}; give tests that call the server at $IDENTIKIT_URL: -- npm test`,
    )
  const texts = await Promise.all(names.map((name) => readFile(join(parts, name), 'utf8')))
  const interactions = texts.flatMap((text) => JSON.parse(text) as readonly RecordedInteraction[])
  const path = pactPath(folder, parties)
  await writeFile(path, pactText(pactDocument(parties, interactions)))
  await rm(parts, { recursive: true })
  return path
}
