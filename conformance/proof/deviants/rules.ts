/** Servers that break clauses of the area `rules`. */
import type { Json } from '../../engine/wire/reply.ts'
import { drop, edit } from '../alter/answer.ts'
import { on, sends, when, whenSuccess } from '../alter/flow.ts'
import { after, andAlso, ignoreWrite } from '../alter/memory.ts'
import { refuse, refuseButDo } from '../alter/refusal.ts'
import { ignoreInput } from '../alter/request.ts'
import { ruleReadOnly } from '../../tables/read-only.ts'
import { ruleProperties } from '../../tables/shown.ts'
import type { Deviant } from './deviant.ts'
import { deviant } from './deviant.ts'
import { textLimitDeviants } from './families/limits.ts'
import { readOnly, required, shown, stored, typed } from './families/properties.ts'
import { refuseButCreate } from './groups-steps.ts'
import type { Alteration } from '../alter/wire.ts'
import { answerWith, isSuccess, sentWith } from '../alter/wire.ts'
import { update, updateDeviants, stateDeviants, listDeviants } from './rules-operations.ts'

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
    readOnly(
      ruleReadOnly
        .filter(({ name }) => name !== 'id')
        .map(({ slug, name }) => ({ clause: `rules.${slug}.read-only`, on: where, path: name }) as const),
    ).map((each) => ({ ...each, id: `${each.id}-on-${where}` })),
  ),
  ...([make, update] as const).map((where) =>
    deviant(`rules.id.read-only/taken-on-${where}`, {
      summary: 'answers with the id that was sent',
      alter: on(where, when(sends('id'), takenId())),
    }),
  ),
  ...textLimitDeviants('rules.name', { on: make, path: 'name', update }),
  deviant('rules.name.limits-on-update/refused-but-done', {
    summary: 'refuses an update with a bad name, and renames the rule',
    alter: after(
      update,
      { outcome: 'refusal', of: ({ status }) => status === 'INACTIVE' },
      { name: 'renamed all the same' },
    ),
  }),
]

/** Shows the id from the request. */
function takenId(): Alteration {
  return () => async (sent, forward) => {
    const old = await forward(sentWith(sent, { json: { ...sent.json, id: undefined } }))
    return isSuccess(old) ? answerWith(old, { json: { ...old.json, id: sent.json.id } }) : old
  }
}

/** The properties that a create requires, and a value that a server might use instead. */
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

export const rulesDeviants: readonly Deviant[] = [
  ...propertyDeviants,
  ...createDeviants,
  ...updateDeviants,
  ...stateDeviants,
  ...listDeviants,
]
