import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PactFileError, readPact } from './read-pact.ts'
import type { PactFile } from './pact-file.ts'

/**
 * Reads pacts from files, from all `.json` files of a folder, and from URLs such as a broker's. A URL is asked
 * for with the token in `PACT_BROKER_TOKEN`, where there is one.
 *
 * @throws PactFileError for what cannot be read or is no pact, and where there are none.
 */
export async function loadPacts(sources: readonly string[]): Promise<readonly PactFile[]> {
  const files = (await Promise.all(sources.map(expand))).flat()
  if (files.length === 0) throw new PactFileError(`no pact files in ${sources.join(', ') || 'nothing'}`)
  return Promise.all(files.map(load))
}

async function expand(source: string): Promise<readonly string[]> {
  if (isUrl(source)) return [source]
  let found
  try {
    found = await stat(source)
  } catch {
    throw new PactFileError(`${source}: no such file or folder`)
  }
  if (!found.isDirectory()) return [source]
  const names = await readdir(source)
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(source, name))
}

async function load(source: string): Promise<PactFile> {
  return readPact(isUrl(source) ? await download(source) : await readFile(source, 'utf8'), source)
}

async function download(url: string): Promise<string> {
  const token = process.env.PACT_BROKER_TOKEN
  const headers = token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` }
  let reply: Response
  try {
    reply = await fetch(url, { headers: { Accept: 'application/hal+json, application/json', ...headers } })
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    throw new PactFileError(`${url}: ${cause?.message ?? message}`)
  }
  if (!reply.ok) throw new PactFileError(`${url}: answered ${reply.status}`)
  return reply.text()
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}
