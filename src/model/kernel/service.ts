/** A request in plain values, for parts that call the service in the organisation's name. */
export interface ServiceRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  header(name: string): string | undefined
  headers(): Iterable<readonly [string, string]>
  readonly body: string
}

interface ServiceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
  readonly broken?: { readonly kind: string }
}

/** Answers the requests of an organisation. */
export interface Service {
  dispatch(request: ServiceRequest): Promise<ServiceReply>
}

/** Endpoints of the user for one organisation. */
export interface Extension {
  readonly endpoints: readonly unknown[]
  /** The organisation as their handlers see it. */
  readonly organisation: unknown
  /** Their routes, once a call needed them. */
  routes?: unknown
}
