import type {
  Api,
  CallOptions,
  CheckContext,
  GivenUser,
  Json,
  Reply,
  Unique,
} from '../../engine/run/check.ts'
import { groupsPath, rulesPath, userPath, usersPath } from './paths.ts'
import { readPages, walkList } from '../../engine/run/api.ts'
import { Blocked, Inconclusive } from '../../engine/run/interruption.ts'
import type { Status } from '../../tables/statuses.ts'

/** Creates a group. Unlike `given.group` it does not block the check when the create is refused. */
export function makeGroup(
  api: Api,
  profile: Json,
  more: Readonly<Record<string, Json>> = {},
  options: CallOptions = {},
): Promise<Reply> {
  return api.post(groupsPath, { ...more, profile }, options)
}

/** Text of a length that begins with the run's marker: words, so that nothing in it repeats one letter. */
export function textOf(length: number, start: string): string {
  return `${`${start} ${'lorem ipsum 42 '.repeat(Math.ceil(length / 15))}`.slice(0, length - 1)}.`
}

/** A body with all fields that a create requires (Groups, Group rules). */
export function ruleBody(name: string, value: string, groups: readonly { readonly id: string }[]): Json {
  return {
    type: 'group_rule',
    name,
    conditions: { expression: { type: 'urn:svc:expression:1.0', value } },
    actions: { assignUserToGroups: { groupIds: groups.map(({ id }) => id) } },
  }
}

/** Makes bodies of rules for one group, which the check makes once, in the syntax of the target. */
export async function ruleMaker({ given, need, unique }: Pick<CheckContext, 'given' | 'need' | 'unique'>) {
  const { expression } = await need('rule-expression')
  const groups = [await given.group()]
  const body = (name = unique('rule')): Json => ruleBody(name, expression(unique.login()), groups)
  return { groups, body }
}

/** All rules that can be listed, up to the limit of a run. */
export async function allRules(api: Api): Promise<readonly Json[]> {
  return (await walkList(api, rulesPath, { limit: 200 }, 50)).items
}

/** Waits until a user is a member of a group, or is not; returns the members that were read. */
export function membersUntil(
  { api, poll }: Pick<CheckContext, 'api' | 'poll'>,
  group: { readonly path: string },
  user: { readonly id: string },
  isMember: boolean,
): Promise<Reply> {
  const isThere = ({ items }: Reply): boolean => items.some((each) => each?.id === user.id)
  return poll.until(
    () => readPages(api, `${group.path}/users`, {}, isThere),
    (members) => members.status < 300 && isThere(members) === isMember,
  )
}

/**
 * Creates a user that stays STAGED, so that no mail is sent. Unlike `given.user` it does not block the check when the
 * create is refused: it returns the reply for a judgement.
 */
export function stageUser(
  api: Api,
  profile: Json,
  more: Readonly<Record<string, Json>> = {},
  options: CallOptions = {},
): Promise<Reply> {
  const query = { activate: false, ...options.query }
  return api.post(usersPath, { profile, ...more }, { ...options, query })
}

/** Signs a user in; blocks the check if that fails. Returns a way to try the session. */
export async function openSession(
  { api, need, assume }: Pick<CheckContext, 'api' | 'need' | 'assume'>,
  { login, password }: { readonly login: string; readonly password: string },
): Promise<{ readonly cookie: string; readonly tried: () => Promise<Reply> }> {
  const { signIn } = await need('sign-in')
  const { ok, cookie, reason } = await signIn(login, password)
  assume(
    'users.create.password-sign-in',
    ok && cookie !== undefined,
    `the sign-in opens a session (${reason})`,
  )
  const session = String(cookie)
  const tried = (): Promise<Reply> => api.withCookie(session).get('/api/v1/users/me')
  const first = await tried()
  assume('users.get.me-cookie', first.status < 300, 'the session is in force')
  return { cookie: session, tried }
}

/** An arranged or supplied user. */
export type Arranged = Pick<GivenUser, 'id' | 'path'> & { readonly login?: string }

/** A user in a status. Documented calls lead to every status but LOCKED_OUT; such a user must be supplied. */
export async function arrangeUser(
  { given, need }: Pick<CheckContext, 'given' | 'need'>,
  status: Status,
): Promise<Arranged> {
  if (status !== 'LOCKED_OUT')
    return given.user({ status, ...(status === 'RECOVERY' ? { recoveryQuestion: true } : {}) })
  const { id, login } = await need('locked-out-user')
  return { id, path: userPath(id), ...(login === undefined ? {} : { login }) }
}

/**
 * Reads a user until it is in one of these statuses without a transition, or the lag is over. The API description does
 * not limit the time of a transition. One that is still in progress, and says so, breaks nothing.
 *
 * @throws Inconclusive when it is.
 */
export async function readUntil(
  { api, poll }: Pick<CheckContext, 'api' | 'poll'>,
  { path }: Pick<Arranged, 'path'>,
  statuses: readonly string[],
): Promise<Reply> {
  const read = await poll.until(
    () => api.get(path),
    ({ json }) => statuses.includes(json.status) && (json.transitioningToStatus ?? null) === null,
  )
  const { status, transitioningToStatus: next } = read.json
  if (!statuses.includes(status) && statuses.includes(next))
    throw new Inconclusive(`the transition to ${next} was not over in time (--lag)`)
  return read
}

/** Whether this run created the record with this name. The run may write to it, but not to lent records. */
export function isOfThisRun(name: unknown, unique: Unique): boolean {
  const [prefix, run] = unique().split('-')
  return String(name).startsWith(`${prefix}-${run}-`)
}

/**
 * Makes a call that begins a transition, and reads the user at once. On a machine so slow that the transition may be
 * over, the read shows nothing.
 *
 * @throws Inconclusive when half of the time of the transition went by.
 */
export async function whileUnderWay(
  api: Api,
  milliseconds: number,
  begin: () => Promise<Reply>,
  pathOf: (reply: Reply) => string,
): Promise<{ readonly reply: Reply; readonly read: Reply }> {
  const begun = performance.now()
  const reply = await begin()
  const read = await api.get(pathOf(reply))
  const isOver = (read.json.transitioningToStatus ?? null) === null
  if (isOver && reply.status < 300 && performance.now() - begun > milliseconds / 2)
    throw new Inconclusive('the transition may have been over before it could be seen')
  return { reply, read }
}

/**
 * Tries a password of a user by setting a new recovery question. The call asks for the password and changes nothing
 * else of importance. A success means that the password is valid.
 */
export async function tryPassword(api: Api, path: string, password: string): Promise<Reply> {
  const reply = await api.post(`${path}/credentials/change_recovery_question`, {
    password: { value: password },
    recovery_question: { question: 'Which mark?', answer: 'a tick' },
  })
  return notLockedOut(api, path, reply)
}

/** Tries an answer to the recovery question of a user; the right one sets a password. */
export async function tryAnswer(api: Api, path: string, answer: unknown, password: string): Promise<Reply> {
  const reply = await api.post(`${path}/credentials/forgot_password`, {
    password: { value: password },
    recovery_question: { answer },
  })
  return notLockedOut(api, path, reply)
}

/** The API description does not say what locks a user out: one wrong guess may, and then every guess fails. */
async function notLockedOut(api: Api, path: string, reply: Reply): Promise<Reply> {
  if (reply.status < 400) return reply
  if ((await api.get(path)).json.status !== 'LOCKED_OUT') return reply
  throw new Blocked(
    'the target locks a user out after a wrong password or answer, so that no other can be tried',
    undefined,
    'Let the administrator allow a few wrong passwords.',
  )
}

/** Calls that went to one record: whether it is as it was, and how to judge them by that. */
interface Attempt {
  readonly isKept: boolean
  readonly judge: () => void
}

/**
 * Tries calls that change nothing all together, on one record. If one of them changed it, each is tried alone, on a new
 * record, to find which.
 */
export async function togetherOrAlone<Row>(
  rows: readonly Row[],
  attempt: (some: readonly Row[]) => Promise<Attempt>,
): Promise<void> {
  const together = await attempt(rows)
  if (together.isKept || rows.length === 1) return together.judge()
  for (const row of rows) (await attempt([row])).judge()
}

/** Paths below a user and a client (Users, Grants and Refresh tokens). */
export function consentPaths(
  userId: unknown,
  clientId: unknown = '',
): Readonly<Record<'grants' | 'clients' | 'clientGrants' | 'clientTokens', string>> {
  const user = userPath(userId)
  const client = `${user}/clients/${encodeURIComponent(String(clientId))}`
  return {
    grants: `${user}/grants`,
    clients: `${user}/clients`,
    clientGrants: `${client}/grants`,
    clientTokens: `${client}/tokens`,
  }
}

/** The path of one grant or token in a list. */
export function within(list: string, id: unknown): string {
  return `${list}/${encodeURIComponent(String(id))}`
}

/** Whether one of these is valid: a revoked one may be shown as such, or not at all. */
export function isActive(ids: readonly string[]): (each: Json) => boolean {
  return (each) => ids.includes(each?.id) && each?.status === 'ACTIVE'
}
