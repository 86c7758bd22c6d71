/** Servers that break clauses of updating, activating, deleting and listing group rules. */
import type { Json } from '../../engine/wire/reply.ts'
import { edit, firstTwice, set, withoutLast } from '../alter/answer.ts'
import { asks, on, when, whenSuccess } from '../alter/flow.ts'
import { after, ignoreWrite } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { ignoreQuery, query } from '../alter/request.ts'
import { mistakes, mistakesIn } from './deviant.ts'
import { pagedLists, queries } from './families/calls.ts'
import { refusals } from './families/refusals.ts'
import { findsNothing } from './groups-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'

export const update = 'updateGroupRule'

const list = 'listGroupRules'

const activate = 'activateGroupRule'

const deactivate = 'deactivateGroupRule'

const remove = 'deleteGroupRule'

export const updateDeviants = [
  ...mistakesIn(update, {
    'rules.update.ok/refused': refuse(),
    'rules.update.ok/old-answered': [
      'answers an update with the old rule',
      () => async (sent, forward) => {
        const read = await forward(sentWith(sent, { method: 'GET', json: undefined }))
        const done = await forward(sent)
        return isSuccess(done) ? read : done
      },
    ],
    'rules.update.stored/name-only': [
      'ignores the expression of an update',
      () => async (sent, forward) => {
        const { json } = await forward(sentWith(sent, { method: 'GET', json: undefined }))
        if (json?.conditions === undefined) return forward(sent)
        return forward(sentWith(sent, { json: { ...sent.json, conditions: json.conditions } }))
      },
    ],
  }),
  ...mistakes({
    'rules.update.stored/accepted-and-ignored': on(update, ignoreWrite()),
    'rules.update.action-fixed/moved': [
      'takes other target groups from an update',
      after(update, {}, (rule: Json, { json }) => ({ ...rule, actions: json?.actions ?? rule.actions })),
    ],
  }),
  ...refusals([
    {
      clause: 'rules.update.active',
      on: update,
      of: ({ status }) => status === 'ACTIVE',
      shows: { name: 'renamed all the same' },
    },
    { clause: 'rules.update.unknown', on: update, status: 404, code: 'E0000007' },
    { clause: 'rules.get.unknown', on: 'getGroupRule', status: 404, code: 'E0000007' },
    {
      clause: 'rules.delete.unknown',
      on: remove,
      status: 404,
      code: 'E0000007',
      accepted: { status: 202 },
    },
    {
      clause: 'rules.activate.unknown',
      on: activate,
      status: 404,
      code: 'E0000007',
      accepted: { status: 204 },
    },
    {
      clause: 'rules.deactivate.unknown',
      on: deactivate,
      status: 404,
      code: 'E0000007',
      accepted: { status: 204 },
    },
  ]),
]

export const stateDeviants = [
  ...mistakesIn(activate, {
    'rules.activate.active/accepted-and-ignored': ignoreWrite(204),
    'rules.active.adds/accepted-and-ignored': ignoreWrite(204),
    'rules.activate.no-content/refused': refuse(),
  }),
  ...mistakesIn(deactivate, {
    'rules.deactivate.inactive/accepted-and-ignored': ignoreWrite(204),
    'rules.deactivate.no-content/refused': refuse(),
  }),
  ...mistakesIn('getGroupRule', {
    'rules.status.active/stale': [
      'shows a rule as it was when first read',
      when((sent) => sent.method === 'GET', alwaysInactive()),
    ],
  }),
  ...mistakesIn(remove, {
    'rules.delete.inactive/accepted-and-ignored': ignoreWrite(202),
    'rules.delete.inactive/refused': refuse(),
    'rules.delete.active/accepted-and-ignored': ignoreWrite(202),
    'rules.delete.accepted/no-content': [
      'answers a deletion with 204',
      () => async (sent, forward) => {
        const old = await forward(sent)
        return isSuccess(old) ? answerWith(old, { status: 204, json: undefined }) : old
      },
    ],
    'rules.delete.remove-users/ignored': ignoreQuery('removeUsers'),
    'rules.delete.remove-users/refused': when(asks('removeUsers', 'true'), refuse()),
    'rules.delete.keep-users/removed': [
      'removes the users of a deleted rule where removeUsers is not sent',
      query('removeUsers', (old) => old ?? 'true'),
    ],
  }),
  ...mistakes({
    'rules.active.leaves-others/all': ['adds every active user', everybodyJoins()],
  }),
]

/** Shows every rule as INACTIVE. */
function alwaysInactive(): Alteration {
  return edit('status', 'INACTIVE')
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
  ...mistakesIn(list, {
    'rules.list.search/finds-nothing': ['finds nothing by a keyword', findsNothing(asks('search'))],
    'rules.list.search/refused': when(asks('search'), refuse()),
    'rules.list.ok/one-lost': withoutLast(),
    'rules.list.after/one-twice': when(asks('after'), firstTwice()),
  }),
  ...mistakesIn('getGroupRule', {
    'rules.get.ok/refused': refuse(403),
    'rules.get.ok/another': whenSuccess(set('id', '0prAnother')),
  }),
]
