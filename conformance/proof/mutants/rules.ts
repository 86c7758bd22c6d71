/** Servers that break requirements of the area `rules`. */
import type { Json } from '../../engine/wire/reply.ts'
import { ruleReadOnly } from '../../tables/read-only.ts'
import { ruleProperties } from '../../tables/shown.ts'
import { drop, edit, noBody, set, status, withoutLast } from '../alter/answer.ts'
import { asks, not, on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, afterwards, ignoreProperty, ignoreWrite, takeFromCaller } from '../alter/memory.ts'
import { refuse } from '../alter/refusal.ts'
import { byDefault, ignoreInput, ignoreQuery } from '../alter/request.ts'
import { mutants, mutantsAt, mutantsIn, mutantsOf, type Mutant } from './mutant.ts'
import { refusals, stored, textLimitMutants, typed } from './families.ts'
import { answerWith, isSuccess, type Alteration } from '../alter/wire.ts'

const update = 'updateGroupRule'

const list = 'listGroupRules'

const activate = 'activateGroupRule'

const deactivate = 'deactivateGroupRule'

const remove = 'deleteGroupRule'

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

/** Hides members who were created, or changed, after the last activation of a rule, unless a call added them. */
function onlyAtActivation(late: RegExp): Alteration {
  return () => {
    const hidden = new Set<unknown>()
    return async (sent, forward) => {
      const answer = await forward(sent)
      if (sent.path.endsWith('/lifecycle/activate') && sent.path.includes('/rules/')) hidden.clear()
      const isLate = late.test(`${sent.method} ${sent.path}`)
      if (isLate && isSuccess(answer) && sent.json?.groupIds === undefined) hidden.add(answer.json.id)
      const [members, added] = /\/groups\/[^/]+\/users(?:\/([^/]+))?$/.exec(sent.path) ?? []
      hidden.delete(added)
      return members !== undefined && Array.isArray(answer.json)
        ? answerWith(answer, { json: answer.json.filter((each: Json) => !hidden.has(each?.id)) })
        : answer
    }
  }
}

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

export const rulesMutants: readonly Mutant[] = [
  ...carried.flatMap(([requirement, path, wrong]) =>
    mutantsAt('getGroupRule', requirement, typed(path, wrong)),
  ),
  ...mutantsAt(make, 'rules.people.users-excluded.kept', stored(exclude)),
  ...mutantsIn(make, {
    'rules.people.users-excluded.skipped/added': ignoreInput('conditions.people'),
    'rules.people.omitted/refused': when(not(sends('conditions.people')), refuse()),
    'rules.status.inactive/active': [
      afterwards((call, _, { json }) => call('POST', `/api/v1/groups/rules/${json.id}/lifecycle/activate`)),
      'rules.create.inactive',
    ],
  }),
  ...([make, update] as const).flatMap((where) =>
    ruleReadOnly
      .filter(({ name }) => name !== 'id')
      .flatMap(({ slug, name }) =>
        mutantsOf(`rules.${slug}.read-only`, {
          [`taken-from-caller-on-${where}`]: takeFromCaller(where, name),
        }),
      ),
  ),
  ...([make, update] as const).flatMap((where) =>
    mutantsAt(where, 'rules.id.read-only', { [`taken-on-${where}`]: ignoreProperty('id') }),
  ),
  ...textLimitMutants('rules.name', { on: make, path: 'name', update }),
  ...mutantsIn(make, {
    'rules.create.ok/without-type': whenSuccess(drop('type')),
  }),
  ...mutantsIn('getGroupRule', {
    'rules.create.stored/other-name': edit('name', (old: Json) => `${old}-2`),
  }),
  ...mutants({
    'rules.update.action-fixed/moved': after(update, {}, (rule: Json, { json }) => ({
      ...rule,
      actions: json?.actions ?? rule.actions,
    })),
    'rules.update.ok/refused': on(update, refuse()),
  }),
  ...refusals([
    {
      requirement: 'rules.update.active',
      on: update,
      of: { status: 'ACTIVE' },
      shows: { name: 'renamed all the same' },
    },
  ]),
  ...mutantsIn('getGroupRule', {
    'rules.status.active/stale': edit('status', 'INACTIVE'),
  }),
  ...mutantsIn(remove, {
    'rules.delete.inactive/refused': refuse(),
    'rules.delete.active/accepted-and-ignored': ignoreWrite(202),
    'rules.delete.accepted/no-content': whenSuccess(status(204), noBody()),
    'rules.delete.remove-users/refused': when(asks('removeUsers', 'true'), refuse()),
    'rules.delete.keep-users/removed': byDefault('removeUsers', 'true'),
  }),
  ...mutants({
    'rules.active.leaves-others/all': everybodyJoins(),
    'rules.active.later-users/left-out': onlyAtActivation(/^POST \/api\/v1\/users$/),
    'rules.active.later-users/renamed-left-out': onlyAtActivation(/^POST \/api\/v1\/users\/[^/]+$/),
    'rules.activate.active/accepted-and-ignored': on(activate, ignoreWrite(204)),
    'rules.activate.no-content/refused': on(activate, refuse()),

    'rules.deactivate.inactive/accepted-and-ignored': on(deactivate, ignoreWrite(204)),
    'rules.deactivate.no-content/refused': on(deactivate, refuse()),
  }),
  ...mutantsIn(list, {
    'rules.list.expand/ignored': ignoreQuery('expand'),
    'rules.list.search-excludes/ignored': ignoreQuery('search'),
    'rules.list.search/refused': when(asks('search'), refuse()),
    'rules.list.ok/one-lost': withoutLast(),
  }),
  ...mutantsIn('getGroupRule', {
    'rules.get.expand/ignored': ignoreQuery('expand'),
    'rules.get.ok/another': whenSuccess(set('id', '0prAnother')),
  }),
]
