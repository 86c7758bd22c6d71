/**
 * Members that the body of a request must have, and values that they may not have. Requirements, checks and mutants are
 * generated from these rows. Those of a user's profile are rows of `profile.ts`.
 */
import type { OperationName } from '../../src/contract/operation-names.ts'
import type { Json } from '../engine/wire/reply.ts'
import type { RequirementRow } from '../registry/requirement.ts'

/** The parts that rows share if their ids begin alike. */
interface Place extends Pick<RequirementRow, 'covers'> {
  readonly on: OperationName
  /** The beginning of their statements. */
  readonly subject: string
  /** The words before the name of a missing member. Default: `without`. */
  readonly without?: string
  /** The end of their statements. Default: `is refused`. */
  readonly end?: string
  /** The path of the object that the members belong to, if not the body. */
  readonly within?: string
  /** Its name in the rows of the API description, if not that of the operation. */
  readonly of?: string
}

/** A member that a body must have, or a value that it may not have. */
interface Member extends Pick<RequirementRow, 'alsoIn' | 'covers'>, Partial<Pick<Place, 'subject' | 'end'>> {
  /** The path of the member that a refused body lacks. With several, each of them alone is left out. */
  readonly lacks: string | readonly string[]
  /** The values that are refused. Default: none at all, `[undefined]`. */
  readonly sent?: readonly Json[]
  /** The words for the fault. Default: `without e`, `with e null`, or `and an empty array of e`. */
  readonly says?: string
  /** Status and code of the refusal, if the API description states them. */
  readonly stated?: readonly [status: 400, code: string]
  /** The value that a wrong server uses, or a function that makes one. Without one it claims success, and does nothing. */
  readonly instead?: Json
  /** Whether a wrong server skips the proof that this member gives. */
  readonly isProof?: true
}

const nothingChanges = 'is refused and changes nothing'
const passwordStays = 'is refused, and the old password stays'
const questionStays = 'is refused, and the old question stays'
const none: RequirementRow['covers'] = []
const client = { on: 'registerClient', subject: 'A registration' } as const
const flow = { ...client, subject: 'A web client with authorization_code', without: 'and no' } as const
const key = { ...client, within: 'jwks.keys.1', of: 'JsonWebKey' } as const
const update = { on: 'updateClient', subject: 'An update of a web client' } as const
const ask = { on: 'changeRecoveryQuestion', subject: 'change_recovery_question' } as const
const hash = { on: 'createUser', within: 'credentials.password.hash', of: 'Hash' } as const
const hook = { on: 'createUser', within: 'credentials.password.hook', of: 'Hook' } as const

/** The beginnings of the ids below. */
const places = {
  'clients.name': { ...client, end: 'is refused and registers nothing' },
  'clients.redirect-uris': flow,
  'clients.response-types': flow,
  'clients.jwks.kty': { ...key, without: 'with a key that has no' },
  'clients.jwks.rsa': { ...key, without: 'with an RSA key that has no' },
  'clients.jwks.ec': { ...key, without: 'with an EC key that has no' },
  'clients.update': { ...update, end: 'fails and changes nothing', covers: none },
  'groups.name': { on: 'createGroup', subject: 'A create' },
  'groups.create': { on: 'createGroup', subject: 'A create' },
  'groups.update': { on: 'updateGroup', subject: 'An update', end: nothingChanges },
  'rules.create': { on: 'createGroupRule', subject: 'A create' },
  'users.create': { on: 'createUser', subject: 'A create' },
  'users.replace': { on: 'replaceUser', subject: 'A full replacement of the profile', end: nothingChanges },
  'credentials.hash.algorithm': { ...hash, subject: 'A hash' },
  'credentials.hash.salt': { ...hash, subject: 'A BCRYPT hash' },
  'credentials.hook': { ...hook, subject: 'A password hook' },
  'credentials.answer': { on: 'forgotPasswordWithAnswer', subject: 'forgot_password', end: passwordStays },
  'credentials.change-password': { on: 'changePassword', subject: 'change_password', end: passwordStays },
  'credentials.change-question': { ...ask, end: questionStays },
} as const satisfies Readonly<Record<string, Place>>

const fresh = (): string => `nobody-${Math.random().toString(36).slice(2)}`
const callback = ['https://client.example.com/callback']
const [x, y] = ['9clHfaX5DjQVtBb6GyCHfqRMYMiwPPKbDeZ9uskhw7E', 'KibXODLzKNUeTJ_KE-NXmBjFWSrVAGs4Zz2-ll1Rv-Q']
const password = { value: 'Entirely0therOne' }
const either = [undefined, null]

/** The members by the ids of their requirements. */
const members = {
  'clients.name.required': { lacks: 'client_name', instead: fresh },
  'clients.name.null': {
    lacks: 'client_name',
    sent: [null],
    instead: fresh,
    covers: ['not-null:Client.client_name'],
  },
  'clients.redirect-uris.required': { lacks: 'redirect_uris', instead: callback },
  'clients.redirect-uris.not-empty': { lacks: 'redirect_uris', sent: [[]], instead: callback, covers: none },
  'clients.response-types.required': { lacks: 'response_types', sent: [[]], instead: ['code'] },
  'clients.jwks.kty.required': { lacks: 'kty', instead: 'RSA' },
  'clients.jwks.rsa.e-required': { lacks: 'e', instead: 'AQAB' },
  // A modulus of 2048 bits: shorter keys are refused anyway.
  'clients.jwks.rsa.n-required': { lacks: 'n', instead: 'w'.repeat(342) },
  'clients.jwks.ec.x-required': { lacks: 'x', instead: x },
  'clients.jwks.ec.y-required': { lacks: 'y', instead: y },
  'clients.update.missing-name': {
    lacks: 'client_name',
    subject: 'An update',
    end: 'is refused with 400 and error invalid_client_metadata, and changes nothing',
    stated: [400, 'invalid_client_metadata'],
    alsoIn: ['1 Errors'],
    covers: ['error:client-update-missing-setting', 'input:updateClient.client_name'],
    instead: fresh,
  },
  'clients.update.missing-redirect-uris': { lacks: 'redirect_uris', instead: callback },
  'clients.update.missing-response-types': { lacks: 'response_types', instead: ['code'] },
  'clients.update.missing-grant-types': { lacks: 'grant_types', instead: ['authorization_code'] },
  'clients.update.missing-auth-method': {
    lacks: 'token_endpoint_auth_method',
    instead: 'client_secret_basic',
  },
  'groups.name.required': { lacks: 'profile.name', says: 'without a name', instead: fresh },
  'groups.name.null': {
    lacks: 'profile.name',
    sent: [null],
    instead: fresh,
    covers: ['not-null:GroupProfile.name'],
  },
  'groups.create.profile-required': { lacks: 'profile', says: 'without a profile', sent: either },
  'groups.update.profile-required': {
    lacks: 'profile',
    says: 'without a profile',
    sent: either,
    instead: () => ({ name: fresh() }),
  },
  'groups.update.name-required': {
    lacks: 'profile.name',
    says: 'whose profile has no name',
    sent: either,
    instead: fresh,
    covers: none,
  },
  'rules.create.name-required': { lacks: 'name', instead: fresh },
  'rules.create.type-required': { lacks: 'type', instead: 'group_rule' },
  'rules.create.expression-value-required': {
    lacks: 'conditions.expression.value',
    says: 'without an expression value',
    instead: 'user.login=="x"',
  },
  'rules.create.expression-type-required': {
    lacks: 'conditions.expression.type',
    says: 'without an expression type',
    instead: 'urn:svc:expression:1.0',
  },
  'rules.create.group-ids-required': {
    lacks: ['actions.assignUserToGroups.groupIds', 'actions'],
    says: 'without target group ids',
  },
  'users.create.profile-required': { lacks: 'profile', says: 'without a profile', sent: either },
  'users.replace.required': { lacks: 'profile.login', instead: () => `${fresh()}@example.com`, covers: none },
  'credentials.hash.algorithm.required': { lacks: 'algorithm', instead: 'SHA-256' },
  'credentials.hash.salt.required': { lacks: 'salt', instead: 'abcdefghijklmnopqrstuu' },
  'credentials.hook.type-required': { lacks: 'type', instead: 'default' },
  'credentials.answer.password-required': {
    lacks: 'password',
    says: 'with an answer and no password',
    instead: password,
  },
  'credentials.answer.required': {
    lacks: 'recovery_question',
    says: 'with a password and no answer',
    isProof: true,
  },
  'credentials.change-password.old-required': { lacks: 'oldPassword', isProof: true },
  'credentials.change-password.new-required': { lacks: 'newPassword', instead: password },
  'credentials.change-question.password-required': {
    lacks: 'password',
    says: 'without a password',
    isProof: true,
  },
  'credentials.change-question.question-required': {
    lacks: 'recovery_question',
    says: 'without a recovery question',
    instead: { question: 'Which mutant?', answer: 'this one' },
  },
} as const satisfies { readonly [id in `${keyof typeof places}.${string}`]: Member }

type Start = keyof typeof places
type IdOf<S extends Start> = Extract<keyof typeof members, `${S}.${string}`>

/** A row with what it shares with others. */
export interface RequiredMember<Id extends string = IdOf<Start>>
  extends Place, Omit<Member, 'lacks' | 'sent' | 'subject'> {
  readonly id: Id
  /** The paths from the body on. */
  readonly paths: readonly string[]
  readonly sent: readonly Json[]
  readonly says: string
}

/** All rows. */
export const requiredMembers = Object.entries<Member>(members).map(([id, member]): RequiredMember => {
  const place: Place = places[id.slice(0, id.lastIndexOf('.')) as Start]
  const { on, within, of = on, without = 'without' } = place
  const { lacks, sent = [undefined] } = member
  const [first = ''] = [lacks].flat()
  const name = first.split('.').at(-1)
  const fault = sent[0] === null ? `with ${name} null` : `and an empty array of ${name}`
  return {
    says: sent[0] === undefined ? `${without} ${name}` : fault,
    covers: [`input:${of}.${first}`],
    ...place,
    ...member,
    id: id as IdOf<Start>,
    paths: [lacks].flat().map((path) => (within === undefined ? path : `${within}.${path}`)),
    sent,
  }
})

function rowsOf<S extends Start>(start: S): readonly RequiredMember<IdOf<S>>[] {
  return requiredMembers.filter((row): row is RequiredMember<IdOf<S>> => row.id.startsWith(`${start}.`))
}

/** The ids that begin with a name, for a check to judge. */
export const requiredIds = <S extends Start>(start: S): IdOf<S>[] => rowsOf(start).map(({ id }) => id)

/** The requirements whose ids begin with a name, to be spread into those of their section. */
export function requiredRows<S extends Start>(
  start: S,
): Readonly<Record<IdOf<S>, Omit<RequirementRow, 'id'>>> {
  const rows = rowsOf(start).map(({ id, on, subject, says, end = 'is refused', alsoIn, covers }) => {
    const requirement = { statement: `${subject} ${says} ${end}.`, operations: [on], covers }
    return [id, alsoIn === undefined ? requirement : { ...requirement, alsoIn }] as const
  })
  return Object.fromEntries(rows) as unknown as Readonly<Record<IdOf<S>, Omit<RequirementRow, 'id'>>>
}

/**
 * The refused bodies of the rows whose ids begin with a name, made from a good body. Each lacks a member or has a wrong
 * value of it. For a place with `within` these are the objects there. A function makes another good body for each.
 */
export function invalidVariants<S extends Start>(start: S, good: Json) {
  const within = (places[start] as Place).within ?? ''
  return rowsOf(start).flatMap(({ id, paths, sent, says, stated }) =>
    paths.flatMap((path) =>
      sent.map((value) => {
        const body: Json = structuredClone(typeof good === 'function' ? good() : good)
        const names = path.slice(within === '' ? 0 : within.length + 1).split('.')
        const parent: Json = names.slice(0, -1).reduce((part, name) => part[name], body)
        parent[names.at(-1) ?? ''] = value
        return [id, body, says, stated] as const
      }),
    ),
  )
}
