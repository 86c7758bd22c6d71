/** Servers that break clauses of updating, activating, deleting and listing group rules. */
import type { Json } from '../../engine/wire/reply.ts'
import { body, edit, items, set } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { after, stale } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import { deviant } from './deviant.ts'
import { pagedLists } from './families/lists.ts'
import { queries } from './families/queries.ts'
import { refusals } from './families/refusals.ts'
import { writes } from './families/writes.ts'
import { findsNothing } from './groups-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

export const update = 'updateGroupRule'

const list = 'listGroupRules'

const activate = 'activateGroupRule'

const deactivate = 'deactivateGroupRule'

const remove = 'deleteGroupRule'

export const updateDeviants = [
  deviant('rules.update.ok/refused', { summary: 'refuses an update', alter: on(update, refuse()) }),
  deviant('rules.update.ok/old-answered', {
    summary: 'answers an update with the old rule',
    alter: on(update, () => async (sent, forward) => {
      const read = await forward(sentWith(sent, { method: 'GET', json: undefined }))
      const done = await forward(sent)
      return isSuccess(done) ? read : done
    }),
  }),
  ...writes([{ clause: 'rules.update.stored', on: update }]).filter(({ id }) => id.endsWith('ignored')),
  deviant('rules.update.stored/name-only', {
    summary: 'ignores the expression of an update',
    alter: on(update, () => async (sent, forward) => {
      const { json } = await forward(sentWith(sent, { method: 'GET', json: undefined }))
      if (json?.conditions === undefined) return forward(sent)
      return forward(sentWith(sent, { json: { ...sent.json, conditions: json.conditions } }))
    }),
  }),
  deviant('rules.update.action-fixed/moved', {
    summary: 'takes other target groups from an update',
    alter: after(update, {}, (rule: Json, { json }) => ({ ...rule, actions: json?.actions ?? rule.actions })),
  }),
  ...refusals([
    {
      clause: 'rules.update.active',
      on: update,
      of: ({ status }) => status === 'ACTIVE',
      shows: { name: 'renamed all the same' },
    },
  ]),
]

export const stateDeviants = [
  ...writes([
    { clause: 'rules.activate.active', on: activate, answer: { status: 204 } },
    { clause: 'rules.deactivate.inactive', on: deactivate, answer: { status: 204 } },
    { clause: 'rules.active.adds', on: activate, answer: { status: 204 } },
    { clause: 'rules.delete.inactive', on: remove, answer: { status: 202 } },
    { clause: 'rules.delete.active', on: remove, answer: { status: 202 } },
  ]).filter(({ id }) => id.endsWith('ignored') || id.startsWith('rules.delete.inactive')),
  deviant('rules.status.active/shown-as-running', {
    summary: 'shows an activated rule as RUNNING',
    breaks: 'rules.activate.active',
    alter: on(
      'getGroupRule',
      edit('status', (old: Json) => (old === 'ACTIVE' ? 'RUNNING' : old)),
    ),
  }),
  deviant('rules.status.active/stale', {
    summary: 'shows a rule as it was when first read',
    alter: on(
      'getGroupRule',
      when((sent) => sent.method === 'GET', alwaysInactive()),
    ),
  }),
  ...([activate, deactivate] as const).flatMap((where) => {
    const clause = where === activate ? 'rules.activate.no-content' : 'rules.deactivate.no-content'
    return [
      deviant(`${clause}/with-body`, {
        summary: 'answers with 200 and a body',
        alter: on(where, () => async (sent, forward) => {
          const old = await forward(sent)
          return isSuccess(old) ? answerWith(old, { status: 200, json: {} }) : old
        }),
      }),
      deviant(`${clause}/refused`, {
        summary: 'refuses',
        alter: on(where, refuse()),
      }),
    ]
  }),
  deviant('rules.delete.accepted/no-content', {
    summary: 'answers a deletion with 204',
    alter: on(remove, () => async (sent, forward) => {
      const old = await forward(sent)
      return isSuccess(old) ? answerWith(old, { status: 204, json: undefined }) : old
    }),
  }),
  deviant('rules.delete.active/refused', {
    summary: 'refuses to delete an ACTIVE rule',
    alter: on(remove, () => async (sent, forward) => {
      const { json } = await forward(sentWith(sent, { method: 'GET', query: new URLSearchParams() }))
      return json?.status === 'ACTIVE' ? refuse()()(sent, forward) : forward(sent)
    }),
  }),
  deviant('rules.delete.remove-users/ignored', {
    summary: 'ignores removeUsers',
    alter: on(remove, ignoreQuery('removeUsers')),
  }),
  deviant('rules.delete.remove-users/refused', {
    summary: 'refuses removeUsers',
    alter: on(remove, when(asks('removeUsers', 'true'), refuse())),
  }),
  deviant('rules.delete.keep-users/removed', {
    summary: 'removes the users of a deleted rule where removeUsers is not sent',
    alter: on(
      remove,
      query('removeUsers', (old) => old ?? 'true'),
    ),
  }),
  deviant('rules.delete.keep-users/always', {
    summary: 'removes the users of every deleted rule',
    alter: on(remove, query('removeUsers', 'true')),
  }),
  deviant('rules.active.leaves-others/all', {
    summary: 'adds every active user',
    alter: everybodyJoins(),
  }),
]

/** Shows every rule as INACTIVE. */
function alwaysInactive(): Alteration {
  return edit('status', () => 'INACTIVE')
}

/** Shows every created user as a member of each group that has members. */
function everybodyJoins(): Alteration {
  return () => {
    const users: Json[] = []
    return async (sent, forward) => {
      const old = await forward(sent)
      if (sent.method === 'POST' && sent.path === '/api/v1/users' && isSuccess(old)) users.push(old.json)
      const isMembers = /\/groups\/[^/]+\/users$/.test(sent.path) && Array.isArray(old.json)
      return isMembers && old.json.length > 0 ? answerWith(old, { json: users }) : old
    }
  }
}

export const listDeviants = [
  ...pagedLists([{ limit: 'rules.list.limit', after: 'rules.list.after', on: list }]),
  ...queries([
    { clause: 'rules.list.expand', on: list, name: 'expand' },
    { clause: 'rules.get.expand', on: 'getGroupRule', name: 'expand' },
    { clause: 'rules.list.search-excludes', on: list, name: 'search' },
  ]),
  deviant('rules.list.search/finds-nothing', {
    summary: 'finds nothing by a keyword',
    alter: on(list, findsNothing(asks('search'))),
  }),
  deviant('rules.list.search/refused', {
    summary: 'refuses a keyword',
    alter: on(list, when(asks('search'), refuse())),
  }),
  deviant('rules.list.ok/object', {
    summary: 'answers with an object that holds the rules',
    alter: on(list, whenSuccess(body((rules) => ({ rules })))),
  }),
  deviant('rules.list.ok/one-lost', {
    summary: 'does not list the newest rule',
    alter: on(
      list,
      items((rules) => rules.slice(0, -1)),
    ),
  }),
  deviant('rules.get.ok/refused', {
    summary: 'refuses to show a rule',
    alter: on('getGroupRule', refuse(403)),
  }),
  deviant('rules.get.ok/another', {
    summary: 'shows another id than the one asked for',
    alter: on('getGroupRule', whenSuccess(set('id', '0prAnother'))),
  }),
  deviant('rules.update.stored/stale', {
    summary: 'shows a rule as it was when first read',
    breaks: 'rules.deactivate.inactive',
    alter: on('getGroupRule', stale()),
  }),
]
