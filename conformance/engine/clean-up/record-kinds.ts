import type { Json } from '../wire/reply.ts'
import type { RecordKind } from './ledger.ts'

/** Where the records of a kind are, and what they are known by. */
interface KindOfRecord {
  readonly path: string
  /** The parameter by which their list finds a name. */
  readonly parameter: 'q' | 'search'
  readonly nameOf: (record: Json) => unknown
  readonly idOf: (record: Json) => unknown
}

const idOf = (record: Json): unknown => record?.id

/** The kinds of records that a run makes. A path that begins with another one comes first. */
export const recordKinds: Readonly<Record<RecordKind, KindOfRecord>> = {
  rule: { path: '/api/v1/groups/rules', parameter: 'search', nameOf: (rule) => rule?.name, idOf },
  group: { path: '/api/v1/groups', parameter: 'q', nameOf: (group) => group?.profile?.name, idOf },
  user: { path: '/api/v1/users', parameter: 'search', nameOf: (user) => user?.profile?.login, idOf },
  client: {
    path: '/oauth2/v1/clients',
    parameter: 'q',
    nameOf: (client) => client?.client_name,
    idOf: (client) => client?.client_id ?? client?.id,
  },
}

/** The path of a record, by its id or, for users, by a login. */
export function pathOf(kind: RecordKind, reference: unknown): string {
  return `${recordKinds[kind].path}/${encodeURIComponent(String(reference))}`
}

/** The kind of record that a path is about: their list, or something below it. */
export function kindAt(path: string): RecordKind | undefined {
  return kinds.find((kind) => `${path}/`.startsWith(`${recordKinds[kind].path}/`))
}

/** The kind of record that a POST to a path creates. */
export function kindMadeAt(path: string): RecordKind | undefined {
  return kinds.find((kind) => path === recordKinds[kind].path)
}

const kinds = Object.keys(recordKinds) as RecordKind[]
