// Made by `npm run docs` from src/server/serve-options-schema.ts.
import type { WebhookOptions } from '../control/webhooks/input.ts'
import type { Endpoint } from '../endpoint.ts'
import type { WireRequest } from '../handlers/wire.ts'
import type { OrgOptions } from '../model/kernel/options.ts'
import type { Organisation } from '../organisation.ts'
import type { OrganisationsOptions } from './organisations/options.ts'
import type { ServedOrganisation } from './organisations/registry.ts'
import type { Certificate } from './tls.ts'

/** What is served, and where. */
export interface ServeOptions {
  /** The organisation to serve. Default: a new one, made with `options`. */
  readonly org?: Organisation
  /**
   * How the organisation is made, where none is given. Where other machines can reach it, its tokens,
   * codes and secrets are random unless named.
   */
  readonly options?: OrgOptions
  /** Default 4010; 0 takes any that is free. */
  readonly port?: number
  /** Address to listen at. Default `localhost`: 127.0.0.1 and ::1, which only this machine can reach. */
  readonly host?: string
  /**
   * Address under which links are made. Default: that of the organisation's options, else the one it is
   * served at.
   */
  readonly baseUrl?: string
  /**
   * More host names that the server answers under: `id.test`, `*.id.test` for every name below one, `*`
   * for every name. It always answers under its own, that of the base URL and loopback. Requests under
   * other names get 421.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * Has the control plane ask for `Authorization: Bearer` with this token. Without one, everybody who
   * reaches the server may use it; where other machines do, nobody may.
   */
  readonly controlToken?: string
  /**
   * A URL to which the events of its own organisation are sent, in signed batches (docs/webhooks.md).
   * Default: none.
   */
  readonly webhook?: WebhookOptions
  /** Endpoints of your own, of each organisation (docs/extend.md). Default: none. */
  readonly extend?: readonly Endpoint[]
  /**
   * The organisations that it has beside its own, at `/orgs/{name}`. Without this they are made by `POST
   * /_orgs` only, empty.
   */
  readonly organisations?: OrganisationsOptions
  /**
   * Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of
   * the base URL. Or give your own, in PEM.
   */
  readonly tls?: boolean | Certificate
  /**
   * Refuses whatever would change something, as the service does in its read-only mode (503). Default
   * false.
   */
  readonly readOnly?: boolean
  /**
   * File that stores the state: each change is on the disk before its reply is sent. A server started
   * again with the file continues. Needs Node 22.13. Default: nothing is stored.
   */
  readonly state?: string
  /** Told of each organisation that is made beside the server's own. */
  readonly onOrganisation?: (made: ServedOrganisation) => void
  /** Told of each of them that comes into memory: made, or read from the file of state when it is called. */
  readonly onOrganisationLoaded?: (name: string, organisation: Organisation) => void
  /** Told of the names under which requests came that were refused for it. */
  readonly onHostRefused?: (host: string) => void
  /** Told of errors that are ours, which are answered 500. Default: written to standard error. */
  readonly onError?: (error: unknown, request: Pick<WireRequest, 'method' | 'path'>) => void
}
