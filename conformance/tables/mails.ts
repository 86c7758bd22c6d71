/**
 * Operations that mail a link to a user, or answer with it (Users, Lifecycle operations and Credential operations).
 * Requirements, checks and mutants of their parameter sendEmail are generated from these rows.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { RequirementRow } from '../registry/requirement.ts'

interface MailedLink {
  readonly on: OperationName
  /** The path, which goes on from that of the user. Its end is the name in statements. */
  readonly path: string
  /** The status of a user whom it may be called for. */
  readonly from: 'STAGED' | 'PROVISIONED' | 'ACTIVE'
  /** The end of the id of the requirement about the answer without a mail. */
  readonly link: 'token' | 'url'
  /** The properties of that answer. */
  readonly shows: readonly string[]
  /** Whether another operation has the same path, and a body. */
  readonly isBodiless?: true
  /** Why the requirement about a call without sendEmail is open. Without a reason it answers as with sendEmail=true. */
  readonly reason?: string
}

const activation = { link: 'token', shows: ['activationUrl', 'activationToken'] } as const
const reset = { link: 'url', shows: ['resetPasswordUrl'] } as const

/** The operations by the beginnings of the ids of their requirements. */
const operations = {
  'users.activate': { ...activation, on: 'activateUser', path: 'lifecycle/activate', from: 'STAGED' },
  'users.reactivate': {
    ...activation,
    on: 'reactivateUser',
    path: 'lifecycle/reactivate',
    from: 'PROVISIONED',
    reason: 'The default is false, and the reply given first is the one that goes with an e-mail.',
  },
  'users.reset-password': { ...reset, on: 'resetPassword', path: 'lifecycle/reset_password', from: 'ACTIVE' },
  'credentials.forgot': {
    ...reset,
    on: 'forgotPassword',
    path: 'credentials/forgot_password',
    from: 'ACTIVE',
    isBodiless: true,
  },
} as const satisfies Readonly<Record<string, MailedLink>>

type Operations = typeof operations
type Start = keyof Operations
type AnswerId<S extends Start> = { readonly [K in S]: `${K}.${Operations[K]['link']}` }[S]
type IdOf<S extends Start> = AnswerId<S> | `${S}.${'mail' | 'mail-default' | 'mail-sent'}`

const nameOf = ({ path }: MailedLink): string => path.slice(path.indexOf('/') + 1)

/** The rows, with the ids of their requirements. */
export const mailedLinks = (Object.keys(operations) as Start[]).map((start) => {
  const row: MailedLink = operations[start]
  const ids = {
    answers: `${start}.${row.link}` as AnswerId<Start>,
    mails: `${start}.mail` as const,
    defaults: `${start}.mail-default` as const,
    sends: `${start}.mail-sent` as const,
  }
  return Object.assign(ids, row, { name: nameOf(row) })
})

/** The requirements of an operation, to be spread into those of its section. */
export function mailRows<S extends Start>(start: S) {
  const row: MailedLink = operations[start]
  const { on, link, shows, isBodiless, reason } = row
  const name = nameOf(row)
  const and = isBodiless ? ' and no body' : ''
  const shown = `${shows.join(' and ')}, ${shows.length === 1 ? 'a string' : 'both strings'}`
  const unasked = `${name} without sendEmail${isBodiless ? ' and body' : ''} answers`
  const rows: Readonly<Record<string, Omit<RequirementRow, 'id'>>> = {
    [`${start}.${link}`]: {
      statement: `${name} with sendEmail=false${and} answers with ${shown}.`,
      covers: [`success:${on}`, `query:${on}.sendEmail`],
    },
    [`${start}.mail`]: {
      statement: `${name} with sendEmail=true${and} answers with an empty object.`,
      needs: ['mail'],
    },
    [`${start}.mail-default`]: {
      ...(reason === undefined
        ? { statement: `${unasked} with an empty object.`, needs: ['mail'] }
        : { statement: `${unasked} as with sendEmail=false.`, reason }),
      covers: [`default:${on}.sendEmail`],
    },
    [`${start}.mail-sent`]: {
      statement: `${name} with sendEmail=true sends the user an e-mail, with sendEmail=false none.`,
      needs: ['mail', 'outbox'],
    },
  }
  return rows as Readonly<Record<IdOf<S>, Omit<RequirementRow, 'id'>>>
}
