import { OrgService } from '../kernel/org-service.ts'
import { refuse } from '../../contract/errors/refusal.ts'
import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import type { AppChanges } from '../../contract/resources/app.ts'
import type { ClientSettings } from '../../contract/resources/client-settings.ts'
import { type ClientInputGiven, newSecretMethods } from '../../contract/resources/client.ts'
import { isSame } from '../kernel/same.ts'
import { fold, startsWithKeyword } from '../../query/index.ts'
import { needsSecret, registeredSettings, updatedSettings } from './client-metadata.ts'
import { refuseProblems } from './client-rules.ts'
import type { Page, PagePlace } from '../store/rows.ts'

/** A client application as it is stored: the settings in the form of the API, and the service's own data. */
export interface ClientRecord {
  /** The `client_id`, which is also the id of the application. */
  readonly id: string
  /** Unix seconds. */
  readonly issuedAt: number
  /** ISO 8601; the value of the client's application. */
  readonly lastUpdated: string
  readonly secret: string | undefined
  readonly settings: ClientSettings
  /** Replies do not show it: clients have no status in the API. Grants and tokens need an active client. */
  readonly isActive: boolean
  readonly app?: AppOfClient
}

/** Settings of the application of a client, which the client itself does not have. */
export interface AppOfClient extends Pick<AppChanges, 'accessibility' | 'visibility'> {
  readonly credentials?: FreeSettings
  readonly settings?: FreeSettings
}

interface FreeSettings {
  readonly oauthClient?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** Members that a caller of the applications endpoint can set (Clients, Client Application, rules 3 and 7). */
export interface ChosenCredentials {
  readonly id?: string | undefined
  readonly secret?: string | undefined
  readonly app?: AppOfClient | undefined
}

/** Position and filter of a page of clients. */
export interface ClientListQuery extends PagePlace {
  /** The start of `client_name`, in any case. */
  readonly q?: string | undefined
}

/**
 * The client applications of an organisation. The folder owns the tables `clients`, `authorizationServers`, `scopes`,
 * `grants`, `claims`, `policies` and `signingKeys`.
 *
 * - `client-metadata.ts`, `client-rules.ts` and `json-web-keys.ts` read the settings of a client. `chosen-clients.ts` has
 *   those that register without the API.
 * - `authorization-servers.ts` has the servers and their scopes, with `authorization-server-records.ts` and
 *   `standard-scopes.ts`. `access-policies.ts` says who gets tokens.
 * - `grants.ts` has the consents of users.
 * - `token-issuer.ts` issues what a request of `token-request.ts` asks for, and loads with the first one. `user-claims.ts`
 *   and `claim-values.ts` make its claims, these from `custom-claims.ts`. `signing-keys.ts` makes the signatures.
 *   `broken-tokens.ts` makes tokens with one of `token-flaws.ts`.
 * - `refresh-tokens.ts` and `working-tokens.ts` find those that were issued.
 */
export class Clients extends OrgService {
  readonly collection = this.org.tables.clients

  get(id: string): ClientRecord | undefined {
    return this.collection.get(id)
  }

  /** The client with a name, if only one has it. */
  named(name: string): ClientRecord | undefined {
    const holders = this.collection.allBy('name', fold(name))
    return holders.length === 1 ? holders[0] : undefined
  }

  /**
   * The client with an id, for the operations on clients.
   *
   * @throws `Refusal` `invalid-client` for an unknown id.
   */
  authenticated(id: string): ClientRecord {
    return this.collection.get(id) ?? refuse('invalid-client', { id })
  }

  /**
   * The client with an id, where it is a resource like any other.
   *
   * @throws `Refusal` `not-found` for an unknown id.
   */
  resolve(id: string): ClientRecord {
    return this.collection.get(id) ?? refuse('not-found', { id, kind: 'PublicClientApp' })
  }

  /** Whether a text is the secret of a client. */
  hasSecret(text: string): boolean {
    return this.collection.allBy('secret', text).length > 0
  }

  /** A page of clients in the order of registration. */
  list({ q, ...page }: ClientListQuery): Page<ClientRecord> {
    if (q === undefined) return this.collection.page(page)
    const matches = startsWithKeyword(q, ['client_name'])
    return this.collection.page({ ...page, where: ({ settings }) => matches(settings) })
  }

  /**
   * Registers a client (Clients, POST). After a mistake it registers nothing.
   *
   * @param chosen Id, secret and application that the caller chose.
   */
  register(input: ClientInputGiven, chosen: ChosenCredentials = {}): ClientRecord {
    const taken = this.#takenName(input.client_name)
    const settings = registeredSettings(input, this.org.settings.features, taken)
    const client: ClientRecord = {
      id: chosen.id ?? this.org.ids('client'),
      issuedAt: Math.floor(this.org.clock.now() / 1000),
      lastUpdated: this.org.clock.iso(),
      secret: needsSecret(settings) ? (chosen.secret ?? this.org.ids.clientSecret()) : undefined,
      settings,
      isActive: true,
      ...(chosen.app ? { app: chosen.app } : {}),
    }
    return this.collection.insert(client)
  }

  /** Replaces the settings of a client. Its secret stays if its method still needs one (Clients, PUT). */
  replace(id: string, input: ClientInputGiven): ClientRecord {
    return this.#replace(this.authenticated(id), input)
  }

  /**
   * Gives a client a new secret; the old one no longer works (Clients, newSecret).
   *
   * @throws `Refusal` `not-found`, or `secret-not-applicable` for a method without a secret.
   */
  renewSecret(id: string): ClientRecord {
    const client = this.resolve(id)
    const { token_endpoint_auth_method: method } = client.settings
    if (!newSecretMethods.includes(method)) {
      refuse('secret-not-applicable', { expected: newSecretMethods.join(' or '), given: method })
    }
    return this.#write(client, { secret: this.org.ids.clientSecret() })
  }

  /** Deletes a client, with its grants and tokens (Clients, DELETE; Users, Grant). */
  remove(id: string): void {
    const client = this.authenticated(id)
    this.collection.remove(client.id)
  }

  /** Deactivates a client, which ends its grants and tokens, or activates it again. */
  setActive(id: string, isActive: boolean): ClientRecord {
    const client = this.resolve(id)
    return client.isActive === isActive ? client : this.#write(client, { isActive })
  }

  /** Changes some settings of a client, its secret and its application. */
  change(
    client: ClientRecord,
    changes: ClientInputGiven,
    { secret, app }: Omit<ChosenCredentials, 'id'> = {},
  ): ClientRecord {
    const given = { ...client.settings, ...changes } as ClientInputGiven
    return this.#replace(client, given, secret, app)
  }

  /** Renames a client, because its application has a new label. */
  rename(id: string, name: string): ClientRecord {
    const client = this.resolve(id)
    const settings = { ...client.settings, client_name: name }
    refuseProblems(this.#takenName(name, client))
    return this.#write(client, { settings })
  }

  #replace(
    client: ClientRecord,
    input: ClientInputGiven,
    chosen = client.secret,
    app = client.app,
  ): ClientRecord {
    const taken = this.#takenName(input.client_name, client)
    const settings = updatedSettings(input, client, this.org.settings, taken)
    const secret = needsSecret(settings) ? (chosen ?? this.org.ids.clientSecret()) : undefined
    if (secret === client.secret && isSame(settings, client.settings) && isSame(app, client.app))
      return client
    return this.#write(client, { settings, secret, ...(app ? { app } : {}) })
  }

  #write(client: ClientRecord, changes: Partial<ClientRecord>): ClientRecord {
    return this.collection.put({ ...client, ...changes, lastUpdated: this.org.clock.iso() })
  }

  /** Two clients may share a name, unless a setting forbids it (interpretation: client-name-unique). */
  #takenName(name: string | null | undefined, current?: ClientRecord): readonly Mistake[] {
    if (this.org.settings.interpretations['client-name-unique'] === 'shared' || !name) return []
    const holders = this.collection.allBy('name', fold(name))
    if (holders.every((holder) => holder.id === current?.id)) return []
    return [wrong('taken', 'client_name')]
  }
}
