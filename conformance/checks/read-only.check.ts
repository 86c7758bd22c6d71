/** Properties that only the service sets, sent in creates and updates of users, groups and group rules. */
import {
  a,
  check,
  type CheckContext,
  type Json,
  type Prerequisite,
  type Reply,
  type RequirementId,
} from '../engine/run/check.ts'
import { Expectation } from '../engine/judge/expectation.ts'
import { groupReadOnly, ruleReadOnly, userReadOnly, type ReadOnlyProperty } from '../tables/read-only.ts'
import { anythingBut } from '../tables/forms.ts'
import { makeGroup, ruleMaker, stageUser } from './support/arrange.ts'
import { newProfile } from '../engine/plan/forms.ts'
import { groupsPath, rulesPath, usersPath } from './support/paths.ts'

type Row = ReadOnlyProperty & { readonly requirement: RequirementId }

/** A kind of record: how a check makes one, and a body for an update of it. */
interface Kind {
  readonly title: string
  readonly path: string
  readonly rows: readonly Row[]
  readonly needs?: readonly Prerequisite[]
  readonly methods: readonly ('POST' | 'PUT')[]
  readonly create: (context: CheckContext, more: Readonly<Record<string, Json>>) => Promise<Reply>
  readonly bodyOf: (context: CheckContext, record: Json) => Json
}

const href = 'https://forged.example.com/cf'

const notForged = new Expectation(
  'nothing of what was sent',
  (value) => !JSON.stringify(value ?? null).includes(href),
)

/** The links and the embedded parts of a record. */
const hal: readonly Row[] = [
  {
    requirement: 'conventions.hal.links-read-only',
    slug: 'links',
    name: '_links',
    sent: [{ self: { href }, forged: { href } }],
    stays: notForged,
  },
  {
    requirement: 'conventions.hal.embedded-read-only',
    slug: 'embedded',
    name: '_embedded',
    sent: [{ forged: { href } }],
    stays: notForged,
  },
]

const kinds: readonly Kind[] = [
  {
    title: 'a user',
    path: usersPath,
    rows: [
      ...userReadOnly.map((row) => ({ ...row, requirement: `users.${row.slug}.read-only` }) as const),
      ...hal,
    ],
    methods: ['POST', 'PUT'],
    create: ({ api, unique }, more) => stageUser(api, newProfile(unique), more),
    bodyOf: (_, { profile }) => ({ profile: { ...profile, title: 'sent' } }),
  },
  {
    title: 'a group',
    path: groupsPath,
    rows: [
      ...groupReadOnly.map((row) => ({ ...row, requirement: `groups.${row.slug}.read-only` }) as const),
      ...hal,
    ],
    methods: ['PUT'],
    create: ({ api, unique }, more) => makeGroup(api, { name: unique('sent') }, more),
    bodyOf: ({ unique }) => ({ profile: { name: unique('sent') } }),
  },
  {
    title: 'a group rule',
    path: rulesPath,
    rows: ruleReadOnly.map((row) => ({ ...row, requirement: `rules.${row.slug}.read-only` }) as const),
    needs: ['rule-expression'],
    methods: ['PUT'],
    create: async (context, more) => {
      const { body } = await ruleMaker(context)
      return context.api.post(rulesPath, { ...body(), ...more })
    },
    bodyOf: ({ unique }, { conditions, actions }) => ({
      type: 'group_rule',
      name: unique('sent'),
      conditions,
      actions,
    }),
  },
]

for (const kind of kinds) {
  check(
    `what only the service sets is not taken from a create or an update of ${kind.title}`,
    { judges: kind.rows.map(({ requirement }) => requirement), needs: kind.needs ?? [] },
    async (context) => {
      const [ids, others] = [
        kind.rows.filter(({ name }) => name === 'id'),
        kind.rows.filter(({ name }) => name !== 'id'),
      ]
      await judgeSent(context, kind, others, (row) => row.sent[0])
      for (const row of others)
        for (const other of row.sent.slice(1)) await judgeSent(context, kind, [row], () => other)
      for (const row of ids) await judgeId(context, kind, row)
    },
  )
}

/** Sends all the properties at once. If that is refused, sends each alone, so that a refusal counts for its own. */
async function judgeSent(
  context: CheckContext,
  kind: Kind,
  rows: readonly Row[],
  valueOf: (row: Row) => Json,
): Promise<void> {
  const { api, judge } = context
  const sent = Object.fromEntries(rows.map((row) => [row.name, valueOf(row)]))
  const created = await kind.create(context, sent)
  if (created.status >= 300 && rows.length > 1) {
    for (const row of rows) await judgeSent(context, kind, [row], valueOf)
    return
  }
  const judgeReply = (reply: Reply, before: Json): void => {
    for (const row of rows) {
      const { requirement, name, stays = anythingBut(sent[name]), isFixed } = row
      if (reply.status >= 300) judge(requirement).refused(reply)
      else
        judge(requirement).matches(reply, {
          id: before?.id ?? a.string,
          [name]: isFixed && before !== undefined ? before[name] : stays,
        })
    }
  }
  const plain = await kind.create(context, {})
  const path = `${kind.path}/${encodeURIComponent(String(plain.json.id))}`
  judgeReply(created, undefined)
  if (created.status < 300)
    judgeReply(await api.get(`${kind.path}/${encodeURIComponent(String(created.json.id))}`), undefined)
  for (const method of kind.methods) {
    judgeReply(await api.request(method, path, { ...kind.bodyOf(context, plain.json), ...sent }), plain.json)
    judgeReply(await api.get(path), plain.json)
  }
}

/** Sends ids that nobody has: no such id leads to the record. */
async function judgeId(context: CheckContext, kind: Kind, { requirement }: Row): Promise<void> {
  const { api, judge, unique } = context
  const record: Json = (await kind.create(context, {})).json
  const path = `${kind.path}/${encodeURIComponent(String(record.id))}`
  for (const id of [unique.unknownId(), unique.unknownId()]) {
    const created = await kind.create(context, { id })
    if (created.status < 300) judge(requirement).matches(created, { id: anythingBut(id) })
    else judge(requirement).refused(created)
    for (const method of kind.methods) {
      const updated = await api.request(method, path, { ...kind.bodyOf(context, record), id })
      if (updated.status < 300) judge(requirement).matches(updated, { id: record.id ?? a.string })
      else judge(requirement).refused(updated)
      judge(requirement).matches(await api.get(path), { id: record.id ?? a.string })
    }
    judge(requirement).refused(await api.get(`${kind.path}/${encodeURIComponent(id)}`))
  }
}
