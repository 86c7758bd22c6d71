import { boundedFetch, type FetchedText } from '../../model/kernel/bounded-fetch.ts'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextFile } from '../../../conformance/engine/words/text-file.ts'
import { PactFileError, readPact } from '../pact/read-pact.ts'
import type { PactFile } from '../pact/pact-file.ts'

/**
 * Reads pacts from files, from all `.json` files of a folder, and from URLs such as a broker's. Requests to a URL carry
 * the token in `PACT_BROKER_TOKEN`, if it is set.
 *
 * @throws PactFileError for an unreadable or invalid pact, and if there are no pacts.
 */
export async function loadPacts(sources: readonly string[]): Promise<readonly PactFile[]> {
  const files = (await Promise.all(sources.map(expand))).flat()
  if (files.length === 0) throw new PactFileError(`no pact files in ${sources.join(', ') || 'nothing'}`)
  return Promise.all(files.map(load))
}

async function expand(source: string): Promise<readonly string[]> {
  if (isUrl(source)) return [source]
  const found = await stat(source).catch(() => undefined)
  if (!found) throw new PactFileError(`${source}: no such file or folder`)
  if (!found.isDirectory()) return [source]
  const names = await readdir(source)
  return names
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => join(source, name))
}

async function load(source: string): Promise<PactFile> {
  return readPact(isUrl(source) ? await download(source) : textOf(source), source)
}

function textOf(file: string): string {
  try {
    return readTextFile(file, bounds.longest)
  } catch (error) {
    throw new PactFileError((error as Error).message)
  }
}

async function download(url: string): Promise<string> {
  const token = process.env.PACT_BROKER_TOKEN
  const headers = token === undefined || token === '' ? {} : { Authorization: `Bearer ${token}` }
  const accept = { Accept: 'application/hal+json, application/json', ...headers }
  let reply: FetchedText
  try {
    reply = await boundedFetch(url, { headers: accept }, bounds)
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error }
    throw new PactFileError(`${url}: ${cause?.message ?? message}`)
  }
  const { status, text } = reply
  if (status < 200 || status > 299) throw new PactFileError(`${url}: answered ${status}`)
  if (text === undefined) throw new PactFileError(`${url}: the answer is longer than ${longestMegabytes} MB`)
  return text
}

const longestMegabytes = 32

/** Of a pact. */
const bounds = { timeout: 30_000, longest: longestMegabytes * 2 ** 20 }

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}
