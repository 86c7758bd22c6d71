import { presentOptions } from '../../model/earlier-options.ts'
import { type OrgOptions, seedParts } from '../../model/kernel/org-options.ts'
import type { OrgIdentity } from '../../model/org-identity.ts'
import { RowsError, type StateRow } from '../../model/kernel/state-log.ts'
import type { ApiToken } from '../../model/tokens/records.ts'
import { createOrganisation, type Organisation } from '../../organisation.ts'
import type { OrganisationFacts } from '../organisations/shown.ts'
import type { OrganisationStore } from '../organisations/organisation-context.ts'
import { isLoopback } from '../hosts.ts'
import { StateFileError, WrongStateFile } from './error.ts'
import { ownName, StateFile, type StateFileOptions } from './file.ts'

/** How often data that no reply waits for is written, in milliseconds: request ids, positions of the journal. */
const flushEvery = 10_000

/** The organisations of a server, stored in one file beyond its life. */
export class KeptState implements OrganisationStore {
  readonly file: StateFile
  readonly #isReadOnly: boolean
  readonly #kept = new Map<string, Organisation>()
  readonly #flusher: NodeJS.Timeout

  /**
   * Opens the file, or creates it.
   *
   * @throws StateFileError that says why the file cannot be used; the file then stays unchanged.
   */
  constructor(path: string, options: StateFileOptions = {}) {
    this.file = new StateFile(path, options)
    this.#isReadOnly = options.readOnly === true
    this.#flusher = setInterval(() => this.settled().catch(() => {}), flushEvery).unref()
  }

  /**
   * The server's own organisation in the file, stored from now on; undefined if the file does not contain it.
   *
   * @param options Options that differ from the stored ones take effect.
   * @param host The address at which it is served. Other machines may not reach secrets that follow from a known seed.
   * @throws StateFileError for unreadable rows, for an option that cannot change, and for secrets that anyone can guess.
   */
  own(options: OrgOptions = {}, host = 'localhost'): Organisation | undefined {
    if (!this.hasOwn) return undefined
    if (!isLoopback(host) && this.#hasKnownSecrets()) {
      throw new WrongStateFile(
        `${this.file.path} was made for this machine alone: everybody can guess its tokens and secrets. Serve it at localhost, or make a file with --host ${host} or options.seed.secrets`,
      )
    }
    return this.load(ownName, options)
  }

  /** Whether the file contains the server's own organisation. */
  get hasOwn(): boolean {
    return this.file.names().includes(ownName)
  }

  /** Whether an organisation is stored here. */
  has(organisation: Organisation): boolean {
    return [...this.#kept.values()].includes(organisation)
  }

  *organisations(): Iterable<readonly [name: string, baseUrl: string | undefined]> {
    for (const name of this.file.names()) {
      if (name === ownName) continue
      yield [name, this.#identity(name)?.baseUrl]
    }
  }

  load(name: string, options: OrgOptions = {}): Organisation {
    const { file } = this
    try {
      const isInterrupted = file.interrupted.has(name)
      const organisation = createOrganisation({ ...options, rows: file.rows(name), isInterrupted })
      this.keep(name, organisation, false)
      file.interrupted.delete(name)
      return organisation
    } catch (error) {
      if (!(error instanceof RowsError)) throw error
      throw new StateFileError(`${file.path}: ${error.reason}`)
    }
  }

  facts(name: string): OrganisationFacts {
    const token = firstAdministrator([
      ...this.file.rows(name, 'tokens', '{"kind":"api"'),
      // Until this version loads them.
      ...this.file.rows(name, 'apiTokens'),
    ])
    return {
      baseUrl: this.#identity(name)?.baseUrl,
      apiToken: token?.value ?? '',
      users: this.file.count(name, 'users'),
      groups: this.file.count(name, 'groups'),
    }
  }

  release(name: string): void {
    this.#kept.delete(name)
  }

  keep(name: string, organisation: Organisation, withAll = true): void {
    this.#kept.set(name, organisation)
    if (this.#isReadOnly) return
    // Only after it was read: a rejected file must stay unwritten.
    this.file.begin()
    organisation.rows.persist(this.file.storeOf(name), { withAll })
  }

  /** Stores the server's own organisation. */
  keepOwn(organisation: Organisation): void {
    if (!this.has(organisation)) this.keep(ownName, organisation)
  }

  /**
   * Resolves once everything is on the disk.
   *
   * @throws StateFileError if the disk is full.
   */
  async settled(): Promise<void> {
    for (const { model } of this.#kept.values()) await model.persistence?.flush()
  }

  remove(name: string): Promise<void> {
    this.#kept.delete(name)
    return this.#isReadOnly ? Promise.resolve() : this.file.remove(name)
  }

  /**
   * Writes everything that waits, and closes the file.
   *
   * @throws StateFileError if something could not be written: the disk is full, or the file was removed.
   */
  async close(): Promise<void> {
    clearInterval(this.#flusher)
    try {
      for (const { model } of this.#kept.values()) await model.persistence?.stop()
    } finally {
      this.file.close()
    }
  }

  /** Whether the secrets of the server's own organisation follow from a seed that everybody can guess. */
  #hasKnownSecrets(): boolean {
    const options = presentOptions(this.#identity(ownName)?.options ?? {})
    return seedParts(options.seed).secrets === undefined
  }

  #identity(name: string): Partial<OrgIdentity> | undefined {
    for (const [, key, value] of this.file.rows(name, 'organisation'))
      if (key === '=') return value as Partial<OrgIdentity>
    return undefined
  }
}

/** The token that lists show: the first of a super administrator. */
function firstAdministrator(rows: readonly StateRow[]): ApiToken | undefined {
  return rows
    .filter(([, key]) => key !== 'last')
    .map(([, key, value]) => ({
      number: Number(key),
      token: (Array.isArray(value) ? value[1] : value) as ApiToken,
    }))
    .sort((a, b) => a.number - b.number)
    .find(({ token }) => token.role === 'SUPER_ADMIN')?.token
}
