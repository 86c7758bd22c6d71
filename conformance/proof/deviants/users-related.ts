/** Servers that break clauses of app links and groups of users. */
import type { Json } from '../../engine/wire/reply.ts'
import { appLinkProperties } from '../../tables/shown.ts'
import { body, drop, items, reply, set } from '../alter/answer.ts'
import { on, when, whenSuccess } from '../alter/flow.ts'
import { refuse } from '../alter/refusal.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith } from '../alter/wire.ts'

const appLinks = 'listUserAppLinks'

const appLinkDeviants = [
  ...appLinkProperties.flatMap(({ slug, path: name, wrong }): Deviant[] => [
    deviant(`users.app-links.${slug}/left-out`, {
      summary: `leaves ${name} out of app links`,
      alter: on(appLinks, whenSuccess(drop(name))),
    }),
    deviant(`users.app-links.${slug}/wrong-type`, {
      summary: `shows ${name} of app links as ${JSON.stringify(wrong)}`,
      alter: on(appLinks, whenSuccess(set(name, wrong))),
    }),
  ]),
  deviant('users.app-links.direct/empty', {
    summary: 'finds no app links',
    breaks: 'users.app-links.by-group',
    alter: on(
      appLinks,
      items(() => []),
    ),
  }),
  deviant('users.app-links.direct/wrapped', {
    summary: 'answers with an object that holds the app links',
    breaks: ['users.app-links.by-group', 'users.app-links.none'],
    alter: on(appLinks, whenSuccess(body((links) => ({ links })))),
  }),
  deviant('users.app-links.direct/refused', {
    summary: 'refuses to list app links',
    breaks: ['users.app-links.by-group', 'users.app-links.none'],
    alter: on(appLinks, refuse(403)),
  }),
  deviant('users.app-links.by-group/direct-only', {
    summary: 'leaves out applications of groups',
    alter: ofMembersOnly(),
  }),
  deviant('users.app-links.none/not-found', {
    summary: 'answers 404 where there are no app links',
    alter: on(appLinks, whenEmpty(404)),
  }),
  deviant('users.app-links.none/no-body', {
    summary: 'answers 204 where there are no app links',
    alter: on(appLinks, whenEmpty(204)),
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
  deviant('users.groups.ok/first-lost', {
    summary: 'leaves the group out that a user was added to first',
    alter: on(
      'listUserGroups',
      items((groups) => groups.filter(({ type }) => type === 'BUILT_IN')),
    ),
  }),
  deviant('users.groups.ok/without-profile', {
    summary: 'shows the groups of a user without their profile',
    alter: on(
      'listUserGroups',
      items((groups) => groups.map(({ id }) => ({ id }))),
    ),
  }),
  deviant('users.groups.ok/refused', {
    summary: 'refuses to list the groups of a user',
    alter: on(
      'listUserGroups',
      when(({ path }) => !path.includes('none'), refuse(403)),
    ),
  }),
  ...(['APP_GROUP', 'BUILT_IN'] as const).map((type) =>
    deviant(`users.groups.${type === 'APP_GROUP' ? 'imported' : 'built-in'}/left-out`, {
      summary: `leaves groups of type ${type} out of the groups of a user`,
      alter: on(
        'listUserGroups',
        items((groups) => groups.filter((group) => group?.type !== type)),
      ),
    }),
  ),
  deviant('users.groups.others/one-more', {
    summary: 'shows a group that the user is no member of',
    alter: oneGroupMore(),
  }),
  ...(['users.groups.unknown', 'users.app-links.unknown'] as const).map((clause) =>
    deviant(`${clause}/empty`, {
      summary: 'finds nothing for a user who does not exist',
      alter: on(
        clause === 'users.groups.unknown' ? 'listUserGroups' : appLinks,
        when(({ path }) => path.includes('/none'), reply(200, [])),
      ),
    }),
  ),
]

export const userRelatedDeviants: readonly Deviant[] = [...appLinkDeviants, ...groupDeviants]
