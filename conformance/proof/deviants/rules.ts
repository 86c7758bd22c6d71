/** Servers that break clauses of the area `rules`. */
import type { Json } from '../../engine/wire/reply.ts'
import { ruleReadOnly } from '../../tables/read-only.ts'
import { ruleProperties } from '../../tables/shown.ts'
import { edit, firstTwice, set, withoutLast, drop, listsNothing } from '../alter/answer.ts'
import { asks, on, when, whenSuccess, sends } from '../alter/flow.ts'
import { after, ignoreWrite, andAlso } from '../alter/memory.ts'
import { refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreQuery, query, ignoreInput } from '../alter/request.ts'
import { mistakes, mistakesIn, mistakesOf } from './deviant.ts'
import { queries } from './families/calls.ts'
import { refusals } from './families/refusals.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'
import type { Deviant } from './deviant.ts'
import { textLimitDeviants } from './families/limits.ts'
import { readOnly, shown, stored, typed } from './families/properties.ts'

const update = 'updateGroupRule'

const list = 'listGroupRules'

const activate = 'activateGroupRule'

const deactivate = 'deactivateGroupRule'

const remove = 'deleteGroupRule'

const updateDeviants = [
  ...mistakes({
    'rules.update.stored/accepted-and-ignored': on(update, ignoreWrite()),
    'rules.update.action-fixed/moved': [
      'takes other target groups from an update',
      after(update, {}, (rule: Json, { json }) => ({ ...rule, actions: json?.actions ?? rule.actions })),
    ],

    'rules.update.ok/refused': on(update, refuse()),
    'rules.update.ok/old-answered': [
      'answers an update with the old rule',
      on(update, () => async (sent, forward) => {
        const read = await forward(sentWith(sent, { method: 'GET', json: undefined }))
        const done = await forward(sent)
        return isSuccess(done) ? read : done
      }),
    ],
    'rules.update.stored/name-only': [
      'ignores the expression of an update',
      on(update, () => async (sent, forward) => {
        const { json } = await forward(sentWith(sent, { method: 'GET', json: undefined }))
        if (json?.conditions === undefined) return forward(sent)
        return forward(sentWith(sent, { json: { ...sent.json, conditions: json.conditions } }))
      }),
    ],
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

const stateDeviants = [
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

    'rules.activate.active/accepted-and-ignored': on(activate, ignoreWrite(204)),
    'rules.active.adds/accepted-and-ignored': on(activate, ignoreWrite(204)),
    'rules.activate.no-content/refused': on(activate, refuse()),

    'rules.deactivate.inactive/accepted-and-ignored': on(deactivate, ignoreWrite(204)),
    'rules.deactivate.no-content/refused': on(deactivate, refuse()),
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

const listDeviants = [
  ...queries([
    { clause: 'rules.list.expand', on: list, name: 'expand' },
    { clause: 'rules.get.expand', on: 'getGroupRule', name: 'expand' },
    { clause: 'rules.list.search-excludes', on: list, name: 'search' },
  ]),
  ...mistakesIn(list, {
    'rules.list.search/finds-nothing': when(asks('search'), listsNothing()),
    'rules.list.search/refused': when(asks('search'), refuse()),
    'rules.list.ok/one-lost': withoutLast(),
    'rules.list.after/one-twice': when(asks('after'), firstTwice()),
  }),
  ...mistakesIn('getGroupRule', {
    'rules.get.ok/refused': refuse(403),
    'rules.get.ok/another': whenSuccess(set('id', '0prAnother')),
  }),
]

const make = 'createGroupRule'

const value = 'conditions.expression.value'

const type = 'conditions.expression.type'

const exclude = 'conditions.people.users.exclude'

const groupIds = 'actions.assignUserToGroups.groupIds'

/** The properties of a rule, each with a wrong value. */
const carried = [
  ['rules.type.constant', 'type', 'rule'],
  ...ruleProperties.map(({ slug, path, wrong }) => [`rules.${slug}.present`, path, wrong] as const),
  ['rules.status.inactive', 'status', 'DRAFT'],
  ['rules.name.kept', 'name', 'another'],
  ['rules.expression.type', type, 'urn:example:expression:1.0'],
  ['rules.expression.value', value, 'true'],
  ['rules.people.users-excluded.kept', exclude, []],
  ['rules.groups.kept', groupIds, []],
] as const

const rows = carried.map(([clause, path, wrong]) => ({ clause, on: 'getGroupRule' as const, path, wrong }))

const propertyDeviants = [
  ...shown(rows),
  ...typed(rows),
  ...stored([{ clause: 'rules.people.users-excluded.kept', on: make, path: exclude }]),
  ...mistakesIn(make, {
    'rules.people.users-excluded.skipped/added': ignoreInput('conditions.people'),
    'rules.people.omitted/refused': [
      'wants conditions.people',
      when((sent) => !sends('conditions.people')(sent), refuse()),
    ],
    'rules.status.inactive/active': [
      'activates a new rule at once',
      andAlso((_, { json }) => ({
        method: 'POST',
        path: `/api/v1/groups/rules/${json.id}/lifecycle/activate`,
      })),
      'rules.create.inactive',
    ],
  }),
  ...mistakes({
    'rules.status.inactive/taken-from-caller': [
      'takes the status from the caller of a create',
      on([make, 'getGroupRule'], () => {
        const active = new Set<string>()
        return async (sent, forward) => {
          const old = await forward(sent)
          if (sent.json?.status === 'ACTIVE' && isSuccess(old)) active.add(old.json.id)
          return active.has(old.json?.id) ? answerWith(old, { json: { ...old.json, status: 'ACTIVE' } }) : old
        }
      }),
    ],
    'rules.name.limits-on-update/refused-but-done': [
      'refuses an update with a bad name, and renames the rule',
      after(
        update,
        { outcome: 'refusal', of: ({ status }) => status === 'INACTIVE' },
        { name: 'renamed all the same' },
      ),
    ],
  }),
  ...([make, update] as const).flatMap((where) =>
    readOnly(
      ruleReadOnly
        .filter(({ name }) => name !== 'id')
        .map(({ slug, name }) => ({ clause: `rules.${slug}.read-only`, on: where, path: name }) as const),
    ).map((each) => ({ ...each, id: `${each.id}-on-${where}` })),
  ),
  ...([make, update] as const).flatMap((where) =>
    mistakesOf('rules.id.read-only', {
      [`taken-on-${where}`]: ['answers with the id that was sent', on(where, when(sends('id'), takenId()))],
    }),
  ),
  ...textLimitDeviants('rules.name', { on: make, path: 'name', update }),
]

/** Shows the id from the request. */
function takenId(): Alteration {
  return () => async (sent, forward) => {
    const old = await forward(sentWith(sent, { json: { ...sent.json, id: undefined } }))
    return isSuccess(old) ? answerWith(old, { json: { ...old.json, id: sent.json.id } }) : old
  }
}

const createDeviants = [
  ...mistakesIn(make, {
    'rules.create.ok/done-but-refused': refuseButDo(),
    'rules.create.ok/without-type': whenSuccess(drop('type')),
    'rules.create.stored/ignored': when(sends(exclude), ignoreWrite()),
  }),
  ...mistakes({
    'rules.create.inactive/runs': ['shows the rule as INACTIVE, and runs it', runsAtOnce()],
  }),
  ...mistakesIn('getGroupRule', {
    'rules.create.stored/other-name': ['stores another name', edit('name', (old: Json) => `${old}-2`)],
  }),
]

/** Activates a new rule, and shows it as INACTIVE. */
function runsAtOnce(): Alteration {
  return () => async (sent, forward) => {
    const old = await forward(sent)
    const isRule = sent.path.startsWith('/api/v1/groups/rules')
    if (!isRule || !isSuccess(old)) return old
    if (sent.method === 'POST' && sent.path === '/api/v1/groups/rules') {
      const path = `/api/v1/groups/rules/${old.json.id}/lifecycle/activate`
      await forward(sentWith(sent, { path, json: undefined }))
    }
    return sent.method === 'GET' && !Array.isArray(old.json)
      ? answerWith(old, { json: { ...old.json, status: 'INACTIVE' } })
      : old
  }
}

export const rulesDeviants: readonly Deviant[] = [
  ...propertyDeviants,
  ...createDeviants,
  ...updateDeviants,
  ...stateDeviants,
  ...listDeviants,
]
