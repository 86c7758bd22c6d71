import type { Organisation } from '../../organisation.ts'
import type { ServedOrganisation } from './served.ts'
import type { OrganisationFacts } from './shown.ts'

/** The data and services that the server gives its organisations. */
export interface OrganisationContext {
  /** The base URL of the server itself. */
  readonly serverUrl: () => string
  /** Where it listens, if that is not its base URL. */
  readonly listensAt?: (() => string | undefined) | undefined
  /** The server's own organisation. */
  readonly own: Organisation
  /** The seed of an organisation's secrets, in addition to its name. */
  readonly secretSeed: string
  /** Receives each new organisation. */
  readonly onMade?: ((made: ServedOrganisation) => void) | undefined
  /** Receives each organisation that comes into memory: a new one, or one that is read again. */
  readonly onLoaded?: ((name: string, organisation: Organisation) => void) | undefined
  /** Stores organisations beyond the life of the server. */
  readonly store?: OrganisationStore | undefined
}

/** Stores organisations beyond the life of a server. */
export interface OrganisationStore {
  /** The names of the stored organisations, with their base URLs. */
  organisations(): Iterable<readonly [name: string, baseUrl: string | undefined]>
  /** Reads one into memory, and stores its changes from then on. */
  load(name: string): Organisation
  /** The facts for lists about an organisation that is not in memory. */
  facts(name: string): OrganisationFacts
  /** Stores one, and its changes from then on. */
  keep(name: string, organisation: Organisation): void
  /** Stops storing an organisation that left memory. */
  release(name: string): void
  /** Deletes one. */
  remove(name: string): Promise<void>
}
