/** Servers that break clauses of the area `rules`. */
import type { Json } from '../engine/reply.ts'
import { body, drop, edit, items, set } from './alter/answer.ts'
import { asks, on, sends, when, whenSuccess } from './alter/flow.ts'
import { after, andAlso, ignoreWrite, stale } from './alter/memory.ts'
import { refuse, refuseButDo } from './alter/refusal.ts'
import { ignoreInput, ignoreQuery, input, query } from './alter/request.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { limits } from './families/limits.ts'
import { pagedLists } from './families/lists.ts'
import { readOnly, required, shown, stored, typed } from './families/properties.ts'
import { queries } from './families/queries.ts'
import { refusals } from './families/refusals.ts'
import { writes } from './families/writes.ts'
import { findsNothing, refuseButCreate } from './groups-steps.ts'
import type { Alteration } from './wire.ts'
import { answerWith, isSuccess, sentWith } from './wire.ts'

const make = 'createGroupRule'
const update = 'updateGroupRule'
const list = 'listGroupRules'
const activate = 'activateGroupRule'
const deactivate = 'deactivateGroupRule'
const remove = 'deleteGroupRule'
const value = 'conditions.expression.value'
const type = 'conditions.expression.type'
const exclude = 'conditions.people.users.exclude'
const groupIds = 'actions.assignUserToGroups.groupIds'

/** The properties of a rule, and something each is not. */
const carried = [
  ['rules.type.constant', 'type', 'rule'],
  ['rules.id.present', 'id', 17],
  ['rules.status.inactive', 'status', 'DRAFT'],
  ['rules.name.kept', 'name', 'another'],
  ['rules.created.present', 'created', '2026-01-01'],
  ['rules.last-updated.present', 'lastUpdated', null],
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
  deviant('rules.people.users-excluded.skipped/added', {
    summary: 'adds excluded users too',
    alter: on(make, ignoreInput('conditions.people')),
  }),
  deviant('rules.people.omitted/refused', {
    summary: 'wants conditions.people',
    alter: on(
      make,
      when((sent) => !sends('conditions.people')(sent), refuse()),
    ),
  }),
  deviant('rules.status.inactive/active', {
    summary: 'activates a new rule at once',
    breaks: 'rules.create.inactive',
    alter: on(
      make,
      andAlso((_, { json }) => ({
        method: 'POST',
        path: `/api/v1/groups/rules/${json.id}/lifecycle/activate`,
      })),
    ),
  }),
  deviant('rules.status.inactive/taken-from-caller', {
    summary: 'takes the status from the caller of a create',
    alter: on([make, 'getGroupRule'], () => {
      const active = new Set<string>()
      return async (sent, forward) => {
        const old = await forward(sent)
        if (sent.json?.status === 'ACTIVE' && isSuccess(old)) active.add(old.json.id)
        return active.has(old.json?.id) ? answerWith(old, { json: { ...old.json, status: 'ACTIVE' } }) : old
      }
    }),
  }),
  ...([make, update] as const).flatMap((where) =>
    readOnly([
      { clause: 'rules.created.read-only', on: where, path: 'created' },
      { clause: 'rules.last-updated.read-only', on: where, path: 'lastUpdated' },
    ]).map((each) => ({ ...each, id: `${each.id}-on-${where}` })),
  ),
  ...([make, update] as const).map((where) =>
    deviant(`rules.id.read-only/taken-on-${where}`, {
      summary: 'answers with the id that was sent',
      alter: on(where, when(sends('id'), takenId())),
    }),
  ),
  ...pick([{ clause: 'rules.name.min.accepted', on: make, path: 'name', min: 1 }], 'refuses'),
  ...pick([{ clause: 'rules.name.max.accepted', on: make, path: 'name', max: 50 }], 'refuses'),
  ...pick([{ clause: 'rules.name.min.refused', on: make, path: 'name', min: 1 }], 'accepts'),
  ...pick([{ clause: 'rules.name.max.refused', on: make, path: 'name', max: 50 }], 'accepts'),
  ...pick([{ clause: 'rules.name.limits-on-update', on: update, path: 'name', min: 1, max: 50 }], 'accepts'),
  deviant('rules.name.max.accepted/cut', {
    summary: 'cuts a name to 49 characters',
    alter: on(
      make,
      input('name', (name: Json) => (typeof name === 'string' ? name.slice(0, 49) : name)),
    ),
  }),
  deviant('rules.name.limits-on-update/refused-but-done', {
    summary: 'refuses an update with a bad name, and renames the rule',
    alter: after(update, { outcome: 'refusal' }, { name: 'renamed all the same' }),
  }),
]

/** Shows the id that was sent. */
function takenId(): Alteration {
  return () => async (sent, forward) => {
    const old = await forward(sentWith(sent, { json: { ...sent.json, id: undefined } }))
    return isSuccess(old) ? answerWith(old, { json: { ...old.json, id: sent.json.id } }) : old
  }
}

/** The limit deviants of one side. */
function pick(limited: Parameters<typeof limits>[0], side: 'accepts' | 'refuses'): Deviant[] {
  return limits(limited).filter(({ id }) => id.includes(`/${side}-`))
}

/** What a create requires, and what a server might take in its place. */
const needed = [
  ['rules.create.name-required', 'name', 'Nameless'],
  ['rules.create.type-required', 'type', 'group_rule'],
  ['rules.create.expression-value-required', value, 'user.login=="x"'],
  ['rules.create.expression-type-required', type, 'urn:svc:expression:1.0'],
  ['rules.create.group-ids-required', groupIds, []],
] as const

const createDeviants = [
  ...required(
    needed.slice(0, 4).map(([clause, path, instead]) => ({ clause, on: make, path, instead }) as const),
  ),
  deviant('rules.create.group-ids-required/accepted', {
    summary: 'accepts a rule without target groups',
    alter: on(
      make,
      when((sent) => !sends(groupIds)(sent), ignoreWrite()),
    ),
  }),
  ...needed.slice(0, 4).map(([clause, path, instead]) =>
    deviant(`${clause}/refused-but-created`, {
      summary: `refuses a create without ${path}, and creates the rule`,
      alter: on(
        make,
        when(
          (sent) => !sends(path)(sent),
          refuseButCreate(path, () => instead),
        ),
      ),
    }),
  ),
  deviant('rules.create.ok/refused', { summary: 'refuses to create a rule', alter: on(make, refuse()) }),
  deviant('rules.create.ok/done-but-refused', {
    summary: 'creates a rule, and answers with a refusal',
    alter: on(make, refuseButDo()),
  }),
  deviant('rules.create.ok/without-type', {
    summary: 'answers a create without the type',
    alter: on(make, whenSuccess(drop('type'))),
  }),
  deviant('rules.create.stored/ignored', {
    summary: 'answers a create as if it had stored the rule',
    alter: on(make, when(sends(exclude), ignoreWrite())),
  }),
  deviant('rules.create.stored/other-name', {
    summary: 'stores another name',
    alter: on(
      'getGroupRule',
      edit('name', (old: Json) => `${old}-2`),
    ),
  }),
  deviant('rules.create.inactive/runs', {
    summary: 'shows the rule as INACTIVE, and runs it',
    alter: runsAtOnce(),
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

const updateDeviants = [
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
    { clause: 'rules.update.active', on: update, shows: { name: 'renamed all the same' } },
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

const stateDeviants = [
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

/** Shows everybody who was created among the members of a group that has some. */
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

export const rulesDeviants: readonly Deviant[] = [
  ...propertyDeviants,
  ...createDeviants,
  ...updateDeviants,
  ...stateDeviants,
  ...listDeviants,
]
