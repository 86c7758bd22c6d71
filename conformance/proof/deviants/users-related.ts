/** Servers that break clauses of app links and groups of users. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, items, reply, listsNothing } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
import { refusals } from './families/refusals.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith } from '../alter/wire.ts'

/** The properties of an app link. */
const properties = [
  ['users.app-links.id', 'id'],
  ['users.app-links.label', 'label'],
  ['users.app-links.link-url', 'linkUrl'],
  ['users.app-links.logo-url', 'logoUrl'],
  ['users.app-links.app-name', 'appName'],
  ['users.app-links.app-instance-id', 'appInstanceId'],
  ['users.app-links.app-assignment-id', 'appAssignmentId'],
  ['users.app-links.credentials-setup', 'credentialsSetup'],
  ['users.app-links.hidden', 'hidden'],
  ['users.app-links.sort-order', 'sortOrder'],
] as const

const appLinks = 'listUserAppLinks'

const appLinkDeviants = [
  ...properties.flatMap(([clause, name]) =>
    mistakesOf(clause, {
      'left-out': on(appLinks, whenSuccess(drop(name))),
    }),
  ),
  ...mistakesIn(appLinks, {
    'users.app-links.direct/empty': ['finds no app links', listsNothing(), 'users.app-links.by-group'],
    'users.app-links.direct/refused': [
      'refuses to list app links',
      refuse(403),
      'users.app-links.by-group',
      'users.app-links.none',
    ],
    'users.app-links.none/not-found': ['answers 404 where there are no app links', whenEmpty(404)],
    'users.app-links.none/no-body': ['answers 204 where there are no app links', whenEmpty(204)],
  }),
  ...mistakes({
    'users.app-links.by-group/direct-only': ['leaves out applications of groups', ofMembersOnly()],
  }),
]

/** Another status, and no body, instead of an empty list. */
function whenEmpty(status: number): Alteration {
  return () => async (sent, forward) => {
    const old = await forward(sent)
    const isEmpty = Array.isArray(old.json) && old.json.length === 0
    return isEmpty ? answerWith(old, { status, json: undefined }) : old
  }
}

/** Shows no app links of users who were added to a group. */
function ofMembersOnly(): Alteration {
  return () => {
    const members = new Set<string>()
    return async (sent, forward) => {
      const [, member] = /^\/api\/v1\/groups\/[^/]+\/users\/([^/]+)$/.exec(sent.path) ?? []
      if (member !== undefined) members.add(member)
      const old = await forward(sent)
      const [, user = ''] = /^\/api\/v1\/users\/([^/]+)\/appLinks$/.exec(sent.path) ?? []
      return members.has(user) ? answerWith(old, { json: [] }) : old
    }
  }
}

/** Adds the last created group to the groups of every user. */
function oneGroupMore(): Alteration {
  return () => {
    let last: Json
    return async (sent, forward) => {
      const old = await forward(sent)
      if (sent.method === 'POST' && sent.path === '/api/v1/groups') last = old.json
      const isOfUser = sent.path.endsWith('/groups') && sent.path !== '/api/v1/groups'
      if (!isOfUser || !Array.isArray(old.json) || last === undefined) return old
      return answerWith(old, { json: [...old.json, last] })
    }
  }
}

const groupDeviants = [
  ...mistakesIn('listUserGroups', {
    'users.groups.ok/refused': [
      'refuses to list the groups of a user',
      when(({ path }) => !path.includes('none'), refuse(403)),
    ],
  }),
  ...(['APP_GROUP', 'BUILT_IN'] as const).flatMap((type) =>
    mistakesOf(`users.groups.${type === 'APP_GROUP' ? 'imported' : 'built-in'}`, {
      'left-out': [
        `leaves groups of type ${type} out of the groups of a user`,
        on(
          'listUserGroups',
          items((groups) => groups.filter((group) => group?.type !== type)),
        ),
      ],
    }),
  ),
  ...mistakes({
    'users.groups.others/one-more': ['shows a group that the user is no member of', oneGroupMore()],
  }),
  ...refusals([
    { clause: 'users.groups.unknown', on: 'listUserGroups', status: 404, code: 'E0000007' },
    { clause: 'users.app-links.unknown', on: appLinks, status: 404, code: 'E0000007' },
  ]),
  ...(['users.groups.unknown', 'users.app-links.unknown'] as const).flatMap((clause) =>
    mistakesOf(clause, {
      empty: [
        'finds nothing for a user who does not exist',
        on(
          clause === 'users.groups.unknown' ? 'listUserGroups' : appLinks,
          when(({ path }) => path.includes('/none'), reply(200, [])),
        ),
      ],
    }),
  ),
]

export const userRelatedDeviants: readonly Deviant[] = [...appLinkDeviants, ...groupDeviants]
