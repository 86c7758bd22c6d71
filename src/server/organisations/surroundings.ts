import type { Organisation } from '../../organisation.ts'
import type { ServedOrganisation } from './served.ts'
import type { OrganisationFacts } from './shown.ts'

/** What the organisations of a server need of it. */
export interface Surroundings {
  /** The base URL of the server itself. */
  readonly serverUrl: () => string
  /** Where it listens, if that is not its base URL. */
  readonly listensAt?: (() => string | undefined) | undefined
  /** The server's own organisation. */
  readonly own: Organisation
  /** What, beside its name, the secrets of an organisation follow from. */
  readonly secretSeed: string
  /** Hears of each that is made. */
  readonly onMade?: ((made: ServedOrganisation) => void) | undefined
  /** Hears of each that comes into memory: it was made, or is read again. */
  readonly onLoaded?: ((name: string, organisation: Organisation) => void) | undefined
  /** Where organisations are kept beyond the life of the server. */
  readonly store?: OrganisationStore | undefined
}

/** Keeps organisations beyond the life of a server. */
export interface OrganisationStore {
  /** The names of those that are kept, and the base URLs that they had. */
  organisations(): Iterable<readonly [name: string, baseUrl: string | undefined]>
  /** Reads one into memory; what changes of it is kept from then on. */
  load(name: string): Organisation
  /** What lists tell of one that is not in memory. */
  facts(name: string): OrganisationFacts
  /** Keeps one from now on. */
  keep(name: string, organisation: Organisation): void
  /** Has nothing to do any more with one that is in memory no more. */
  release(name: string): void
  /** Takes one out. */
  remove(name: string): Promise<void>
}
