import { OrgService } from '../model/kernel/org-service.ts'
import type { OrgSettings } from '../model/kernel/settings.ts'
import type { ClientSettings } from '../contract/resources/client-settings.ts'
import { lacking, settingsOfFeatures } from '../model/oauth/client-rules.ts'
import type { ClientRecord } from '../model/oauth/clients.ts'

/**
 * Where a client is shown. `issuing` is the reply to a registration, an update or newSecret, which alone gives the
 * secret. `listed` leaves out when the secret expires (Clients, rules 2 and 8).
 */
export type ClientOccasion = 'issuing' | 'single' | 'listed'

/** A client as replies show it, without the members of features that are off. */
export interface ClientBody extends AnyOf<ClientSettings> {
  readonly client_id: string
  readonly client_id_issued_at: number
  readonly client_name: string
  /** Only on the occasions that issue it, and only where the client has one. */
  readonly client_secret: string | undefined
  readonly client_secret_expires_at: number | undefined
}

type AnyOf<Settings> = { readonly [Name in keyof Settings]?: Settings[Name] | undefined }

/** Writes clients as replies show them. */
export class ClientView extends OrgService {
  /** Of single clients, with the same features. Without it GET client takes a fifth more. The bar is 0.6 of a bare server. */
  #texts = new WeakMap<ClientRecord, string>()
  #features: OrgSettings['features'] | undefined

  /** A client of a user, with the links to what the user has with it (Users, Client Grant object). */
  ofUser(userId: string, { id, settings }: ClientRecord): Record<string, unknown> {
    const self = `${this.org.baseUrl}/api/v1/users/${userId}/clients/${id}`
    const hints = { allow: ['GET', 'DELETE'] }
    return {
      client_id: id,
      client_name: settings.client_name,
      client_uri: settings.client_uri,
      logo_uri: settings.logo_uri,
      _links: {
        grants: { href: `${self}/grants`, hints },
        tokens: { href: `${self}/tokens`, hints },
      },
    }
  }

  /** A single client, as JSON text. */
  singleText(client: ClientRecord): string {
    const { features } = this.org.settings
    if (features !== this.#features) this.#texts = new WeakMap()
    this.#features = features
    let text = this.#texts.get(client)
    if (text === undefined) this.#texts.set(client, (text = JSON.stringify(this.of(client, 'single'))))
    return text
  }

  /**
   * A client as a reply shows it: its settings, and the values of the service. JSON leaves out undefined members.
   * Deleting them would make the object, and the writing of it, several times as slow.
   */
  of({ id, issuedAt, secret, settings }: ClientRecord, occasion: ClientOccasion): ClientBody {
    const { features } = this.org.settings
    const body: Mutable<ClientBody> = {
      client_id: id,
      client_secret: occasion === 'issuing' ? secret : undefined,
      client_id_issued_at: issuedAt,
      client_secret_expires_at: secret !== undefined && occasion !== 'listed' ? neverExpires : undefined,
      ...settings,
    }
    for (const { name, features: needed } of settingsOfFeatures)
      if (lacking(needed, features)) body[name as OptionalSetting] = undefined
    return body
  }
}

type Mutable<Body> = { -readonly [Name in keyof Body]: Body[Name] }

/** Unix seconds; 0 says that a secret does not expire (Clients, Client Application). */
const neverExpires = 0

type OptionalSetting = Exclude<keyof ClientSettings, 'client_name'>
