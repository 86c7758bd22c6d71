// Made by `npm run docs` from src/server/serve-options-schema.ts.
import type { WebhookOptions } from '../src/control/webhooks/input.ts'
import type { Endpoint } from '../src/endpoint.ts'
import type { WireRequest } from '../src/handlers/wire.ts'
import type { Organisation } from '../src/organisation.ts'
import type { ServedOrganisation } from '../src/server/organisations/registry.ts'
import type { Certificate } from '../src/server/tls.ts'
import type { OrgOptions } from './org-options.ts'
import type { OrganisationsOptions } from './organisations-options.ts'

/** Options of a server. */
export interface ServeOptions {
  /** The organisation to serve. Default: a new one with `options`. */
  readonly org?: Organisation
  /**
   * Options of the organisation, if you give none. If other machines can reach the server, tokens, codes
   * and secrets are random unless you set them.
   */
  readonly options?: OrgOptions
  /** Default 4010. 0 takes any free port. */
  readonly port?: number
  /** Address to listen at. Default `localhost`: 127.0.0.1 and ::1, which only this machine can reach. */
  readonly host?: string
  /**
   * Address that links begin with. Default: the base URL of the organisation's options, or the address of
   * the server.
   */
  readonly baseUrl?: string
  /**
   * More host names that the server answers under: `id.test`, `*.id.test` for every name below one, `*`
   * for every name. It always answers under its own, that of the base URL and loopback. Requests under
   * other names get 421.
   */
  readonly allowedHosts?: readonly string[]
  /**
   * The control plane requires `Authorization: Bearer` with this token. Without one, everybody on this
   * machine may use it. If other machines can reach the server, nobody may.
   */
  readonly controlToken?: string
  /**
   * A URL that receives the events of its own organisation in signed batches (docs/webhooks.md). Default:
   * none.
   */
  readonly webhook?: WebhookOptions
  /** Your own endpoints, in each organisation (docs/extend.md). Default: none. */
  readonly extend?: readonly Endpoint[]
  /** Further organisations, at `/orgs/{name}`. Without this option only `POST /_orgs` creates them, empty. */
  readonly organisations?: OrganisationsOptions
  /**
   * Serves over TLS. With `true`, the server makes and signs a certificate for localhost and the host of
   * the base URL. Or give your own, in PEM.
   */
  readonly tls?: boolean | Certificate
  /**
   * Answers 503 to every request that would change something, as the service does in its read-only mode.
   * Default false.
   */
  readonly readOnly?: boolean
  /**
   * File that stores the state: each change is on the disk before its reply is sent. A server started
   * again with the file continues. Needs Node 22.13. Default: nothing is stored.
   */
  readonly state?: string
  /** Receives each further organisation that the server creates. */
  readonly onOrganisation?: (made: ServedOrganisation) => void
  /** Receives each further organisation that comes into memory: a new one, or one from the state file. */
  readonly onOrganisationLoaded?: (name: string, organisation: Organisation) => void
  /** Receives each host name for which the server refused a request. */
  readonly onHostRefused?: (host: string) => void
  /**
   * Receives each error of the mock itself, which it answers with 500. Default: writes it to standard
   * error.
   */
  readonly onError?: (error: unknown, request: Pick<WireRequest, 'method' | 'path'>) => void
}
