/**
 * The status of a new user, by the query and the credentials of its create (Users, States and transitions). Requirements,
 * checks and mutants are generated from these rows.
 */
import { type RequirementRow, tableOf } from '../registry/requirement.ts'
import type { Status } from './statuses.ts'

export interface CreateRow extends Pick<RequirementRow, 'id' | 'alsoIn' | 'needs' | 'covers'> {
  readonly query: Readonly<Record<string, string | boolean>>
  /** The credentials that it sends; the name of a provider stands for one. */
  readonly sends: 'nothing' | 'password' | 'question' | 'FEDERATION' | 'SOCIAL'
  /** The statuses that the user may end in. */
  readonly ends: readonly Status[]
  /** Another status, which a wrong server gives. */
  readonly wrong: Status
}

const inactive = { query: { activate: false }, ends: ['STAGED'] } as const
const mailed = {
  query: { activate: true },
  ends: ['PROVISIONED', 'ACTIVE'],
  needs: ['mail'],
  wrong: 'STAGED',
} as const
const active = { query: { activate: true }, ends: ['ACTIVE'], wrong: 'PROVISIONED' } as const
const provided = {
  query: { provider: true, activate: true },
  ends: ['ACTIVE'],
  needs: ['federation'],
} as const
const inactiveProvided = {
  ...inactive,
  query: { provider: true, activate: false },
  needs: ['federation'],
  wrong: 'ACTIVE',
} as const

export const creates = tableOf<CreateRow, 'id'>()([
  {
    ...inactive,
    id: 'users.create.staged',
    sends: 'nothing',
    wrong: 'PROVISIONED',
    covers: ['transition:none.create-inactive', 'enum:User.status.STAGED'],
  },
  { ...inactive, id: 'users.create.staged-with-password', sends: 'password', wrong: 'ACTIVE' },
  { ...inactive, id: 'users.create.staged-with-question', sends: 'question', wrong: 'PROVISIONED' },
  {
    ...mailed,
    id: 'users.create.no-password',
    sends: 'nothing',
    covers: ['transition:none.create-without-password', 'enum:User.status.PROVISIONED'],
  },
  { ...mailed, id: 'users.create.no-password-with-question', sends: 'question' },
  {
    ...active,
    id: 'users.create.password',
    sends: 'password',
    covers: ['transition:none.create-with-password', 'enum:User.status.ACTIVE'],
  },
  {
    ...active,
    id: 'users.create.change-password',
    query: { activate: true, nextLogin: 'changePassword' },
    sends: 'password',
    ends: ['ACTIVE', 'PASSWORD_EXPIRED'],
    alsoIn: ['3 Create, read, list, update'],
    covers: ['transition:none.create-change-password', 'query:createUser.nextLogin'],
  },
  {
    ...provided,
    id: 'users.create.federation-active',
    sends: 'FEDERATION',
    wrong: 'STAGED',
    covers: ['transition:none.create-federated'],
  },
  { ...provided, id: 'users.create.social-active', sends: 'SOCIAL', wrong: 'PROVISIONED' },
  {
    ...inactiveProvided,
    id: 'users.create.federation-staged',
    sends: 'FEDERATION',
    covers: ['transition:none.create-federated-inactive'],
  },
  { ...inactiveProvided, id: 'users.create.social-staged', sends: 'SOCIAL' },
])

const listed = new Intl.ListFormat('en-GB')

/** The query and the credentials of a create, in words. */
function partsOf({ query, sends }: CreateRow): readonly string[] {
  const { nextLogin, provider } = query
  const activate = `activate=${query['activate']}`
  if (nextLogin !== undefined) return ['a password', `nextLogin=${nextLogin}`]
  if (provider !== undefined) return [`provider=${provider}`, sends, activate]
  if (sends !== 'question') return [activate, sends === 'nothing' ? 'no credentials' : 'a password']
  return [activate, 'a recovery question', ...(query['activate'] === true ? ['no password'] : [])]
}

/** The requirements of the rows. */
export const createRows = creates.map((row) => {
  const { query: _query, sends: _sends, wrong: _wrong, ends, ...stated } = row
  const users = ends.map((status) => `${/^[AEIOU]/.test(status) ? 'an' : 'a'} ${status}`)
  const statement = `A create with ${listed.format(partsOf(row))} makes ${users.join(' or ')} user.`
  return Object.assign(stated, { statement })
})
