import { StringMatcher } from '../wire/redaction.ts'
import {
  addressesOf,
  faultsOf,
  faultsOfRefusal,
  hrefsOf,
  type RecordFault,
  type RefusalFault,
} from '../judge/answer-faults.ts'
import type { Json } from '../wire/reply.ts'

/** An answer with forbidden content. */
export interface Sight {
  readonly kind: SightKind
  /** Method, path and status of the answer. */
  readonly where: string
}

/** Contents that no answer may show: write-only values in Users, and rules of Clients for every answer. */
export type SightKind =
  | 'password'
  | 'answer'
  | 'hash'
  | 'client-secret'
  | 'media-type'
  | 'relative-link'
  | 'no-self-link'
  | 'other-host'
  | RecordFault
  | RefusalFault

/** Shorter secrets may occur in an answer by chance, and so may secrets with few different letters. */
const shortest = 8
const minLetters = 4

/**
 * Searches all answers of a run for passwords, hashes and answers to recovery questions that any call sent. Also checks
 * for client secrets outside the answers that may contain them, and for faults that no answer may have. A value that
 * was also sent in another role (a password that is the login) is not a secret.
 */
export class Watch {
  readonly #secrets = new StringMatcher<SightKind>()
  readonly #sights: Sight[] = []
  /** Where links to documented operations lead: by scheme and host, each with the first answer that shows it. */
  readonly #addresses = new Map<string, { count: number; readonly where: string }>()
  readonly #home: string

  /** @param home scheme and host of the base URL. */
  constructor(home: string) {
    this.#home = home
  }

  /**
   * The sights so far. A target behind a proxy may use another address for itself than the run, but only one. Links to
   * an address other than the most frequent one lead to another host.
   */
  get sights(): readonly Sight[] {
    const [max] = [...this.#addresses].toSorted(([, one], [, other]) => other.count - one.count)
    const home = this.#addresses.has(this.#home) ? this.#home : max?.[0]
    const elsewhere = [...this.#addresses].filter(([address]) => address !== home)
    return [
      ...this.#sights,
      ...elsewhere.map(([address, { where }]) => ({
        kind: 'other-host' as const,
        where: `${where}: ${address}`,
      })),
    ]
  }

  note(
    method: string,
    path: string,
    body: Json,
    reply: { readonly status: number; readonly text: string; readonly json: Json; readonly headers: Headers },
  ): void {
    const found = new Map<string, SightKind>()
    const plain: string[] = []
    collect(body, undefined, found, plain)
    const open = `${path} ${plain.join(' ')}`
    for (const [secret, kind] of found)
      if (secret.length >= shortest && new Set(secret).size >= minLetters && !open.includes(secret))
        this.#secrets.add(secret, kind)
    if (reply.text === '') return
    const see = (kind: SightKind): void => {
      this.#sights.push({ kind, where: `${method} ${path}, answered with ${reply.status}` })
    }
    const givesSecret = method !== 'GET' && path.startsWith('/oauth2/v1/clients')
    for (const kind of new Set([...this.#secrets.in(reply.text)].map(({ value }) => value)))
      if (kind !== 'client-secret' || !givesSecret) see(kind)
    for (const fault of faultsOfRefusal(path, reply.status, reply.json)) see(fault)
    if (reply.status < 200 || reply.status >= 300) return
    const secret: unknown = reply.json.client_secret
    if (givesSecret && typeof secret === 'string' && secret.length >= shortest)
      this.#secrets.add(secret, 'client-secret')
    if (!/^application\/json\b/i.test(reply.headers['content-type'] ?? '')) see('media-type')
    if (hrefsOf(reply.json).some((href) => !URL.canParse(href))) see('relative-link')
    const { link = '' } = reply.headers
    const beside = [...link.matchAll(/<([^>]*)>/g)].map(([, target = '']) => target)
    for (const address of addressesOf(reply.json, beside)) this.#noteAddress(address, `${method} ${path}`)
    if (/rel="?next\b/i.test(link) && !/rel="?self\b/i.test(link)) see('no-self-link')
    for (const fault of faultsOf(reply.json)) see(fault)
  }

  #noteAddress(address: string, where: string): void {
    const known = this.#addresses.get(address)
    if (known === undefined) this.#addresses.set(address, { count: 1, where })
    else known.count++
  }
}

type Headers = Readonly<Record<string, string>>

function collect(json: Json, key: string | undefined, found: Map<string, SightKind>, plain: string[]): void {
  if (typeof json === 'string') plain.push(json)
  if (typeof json !== 'object' || json === null) return
  for (const [name, value] of Object.entries<Json>(json)) {
    const kind = kindOf(key, name)
    if (kind !== undefined && typeof value === 'string') found.set(value, kind)
    else collect(value, name, found, plain)
  }
}

function kindOf(parent: string | undefined, name: string): SightKind | undefined {
  if (name === 'answer') return 'answer'
  if (name !== 'value') return undefined
  if (parent === 'hash') return 'hash'
  return parent !== undefined && /^(password|oldPassword|newPassword)$/.test(parent) ? 'password' : undefined
}
