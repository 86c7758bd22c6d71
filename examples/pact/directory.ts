/** Where the service is, and with which token it is called. */
export interface Service {
  readonly url: string
  readonly token: string
}

/** What the screens of this consumer show of a person. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly isBlocked: boolean
}

/** A small consumer: the part of a staff directory that calls the service. */
export class StaffDirectory {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** The person with an id or login; undefined for nobody. */
  async find(id: string): Promise<Person | undefined> {
    const reply = await this.#call('GET', `/api/v1/users/${encodeURIComponent(id)}`)
    if (reply.status === 404) return undefined
    return personOf((await reply.json()) as User)
  }

  /** Those with a last name. */
  async withLastName(name: string): Promise<readonly Person[]> {
    const search = encodeURIComponent(`profile.lastName eq "${name}"`)
    const reply = await this.#call('GET', `/api/v1/users?search=${search}`)
    return ((await reply.json()) as User[]).map(personOf)
  }

  /** Blocks a person; tells whether that could be done now. */
  async block(id: string): Promise<boolean> {
    const reply = await this.#call('POST', `/api/v1/users/${encodeURIComponent(id)}/lifecycle/suspend`)
    return reply.status === 200
  }

  #call(method: string, path: string): Promise<Response> {
    const headers = { Accept: 'application/json', Authorization: `SSWS ${this.#service.token}` }
    return fetch(this.#service.url + path, { method, headers })
  }
}

interface User {
  readonly id: string
  readonly status: string
  readonly profile: { readonly firstName: string; readonly lastName: string }
}

function personOf({ id, status, profile: { firstName, lastName } }: User): Person {
  return { id, name: `${firstName} ${lastName}`, isBlocked: status === 'SUSPENDED' }
}
