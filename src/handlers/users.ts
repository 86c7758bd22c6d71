import { refuse } from '../contract/errors/refusal.ts'
import type { Org } from '../model/org.ts'
import { verified } from '../model/users/password/index.ts'
import type { UserRecord } from '../model/users/records.ts'
import type { Checks, GivenUser } from '../model/users/user-input.ts'
import type { Views } from '../views/index.ts'
import type { UserViewOptions } from '../views/user-view.ts'
import type { Handlers } from './call.ts'
import type { Answer, Reply } from './wire.ts'

export const users: Handlers<'users'> = {
  createUser({ query, body }, org, { caller, views }) {
    const scope = org.access.scopeOf(caller)
    return userReply(views, org.registration.create(body, { ...query, scope }))
  },

  listUsers({ query, headers }, org, call) {
    if (query.q !== undefined && query.after !== undefined) {
      refuse('invalid-paging')
    }
    const limit = call.limit(query)
    const { items, next } = org.users.list({
      ...query,
      limit,
      after: call.position(query.after),
      visible: org.access.visibleUsers(call.caller),
    })
    const omissions = omissionsOf(headers['content-type'], org.vocabulary.responseParameter)
    return call.page(
      items.map((user) => call.views.users.listed(user, omissions)),
      limit,
      next,
    )
  },

  getUser({ params, query, headers }, org, { request, views }) {
    refuseQuestionMark(request.path)
    const user = org.users.resolve(params.userId)
    const omissions = omissionsOf(headers['content-type'], org.vocabulary.responseParameter)
    const expandBlock = query.expand.includes('block')
    if (!omissions && !expandBlock) return { status: 200, text: views.users.singleText(user) }
    return { status: 200, body: views.users.single(user, { ...omissions, expandBlock }) }
  },

  replaceUser({ params: { userId }, query, body }, org, { views }) {
    return written(org, views, userId, { query, body }, (first) => org.userInput.replace(userId, body, first))
  },

  updateUser({ params: { userId }, query, body }, org, { views }) {
    return written(org, views, userId, { query, body }, (first) => org.userInput.update(userId, body, first))
  },

  updateCurrentUser({ body }, org, { caller, views }) {
    return userReply(views, org.selfService.update(org.users.resolve('me', caller), body.profile))
  },

  listUserAppLinks({ params }, org, { views }) {
    return { status: 200, body: views.apps.links(org.apps.ofUser(params.userId)) }
  },

  listUserGroups({ params }, org, call) {
    const visible = org.access.visibleGroups(call.caller)
    const groups = org.memberships.groupsOf(params.userId)
    const body = (visible ? groups.filter(visible) : groups).map((group) => call.views.groups.of(group))
    return { status: 200, headers: call.selfLink(), body }
  },
}

/** A login with a question mark is read by its id only (Users, What the service does). */
function refuseQuestionMark(path: string): void {
  if (!path.includes('%') || !/%3f/i.test(path)) return
  refuse('not-found', { id: decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)), kind: 'User' })
}

/** Writes an update. If it is strict, it checks a new password against the minimum age and the history (Users). */
function written(
  org: Org,
  views: Views,
  userId: string,
  { query, body }: { readonly query: { readonly strict: boolean }; readonly body: GivenUser },
  write: (first?: Checks) => UserRecord,
): Answer {
  if (!query.strict) return userReply(views, write())
  const password = body.credentials?.password?.value
  return verified((known) =>
    userReply(views, write(org.credentialOperations.strictChecks(userId, password, known))),
  )
}

/** The reply to a write. */
function userReply(views: Views, user: UserRecord): Reply {
  return { status: 200, text: views.users.singleText(user) }
}

const omissionNames = ['omitCredentials', 'omitCredentialsLinks', 'omitTransitioningToStatus'] as const

/**
 * The parts that the parameter of the content type asks to leave out; unknown entries are ignored (Users). The list may
 * be quoted; without quotes it ends at the next semicolon.
 */
function omissionsOf(contentType: string | undefined, parameter: string): UserViewOptions | undefined {
  if (!contentType?.includes(';')) return undefined
  const wanted = parameter.toLowerCase()
  for (const part of splitParameters(contentType)) {
    const equals = part.indexOf('=')
    if (part.slice(0, equals).trim().toLowerCase() !== wanted) continue
    const listed = part.slice(equals + 1).replaceAll('"', '')
    const given = new Set(listed.split(',').map((name) => name.trim()))
    return Object.fromEntries(omissionNames.map((name) => [name, given.has(name)]))
  }
  return undefined
}

/** The parameters of a media type; semicolons inside quotes do not separate. */
function splitParameters(contentType: string): readonly string[] {
  return contentType.match(/(?:[^;"]|"[^"]*")+/g) ?? []
}
