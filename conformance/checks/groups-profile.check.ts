import { a, check, type Json } from '../engine/run/check.ts'
import { isSet } from '../engine/judge/expectation.ts'
import { textLimits } from '../tables/limits.ts'
import { invalidVariants } from '../tables/required.ts'
import { demandsOf, directoryProperties } from '../tables/shown.ts'
import { holding, listGroupsUntil, quoted } from './support/find-records.ts'
import { makeGroup, textOf } from './support/arrange.ts'
import { groupPath, readGroup } from './support/paths.ts'

const longest = textLimits['groups.name'].max
const longestText = textLimits['groups.description'].max

check(
  'a group carries the name and the description it was given',
  { judges: ['groups.name.kept', 'groups.description.kept'], quick: true },
  async ({ api, judge, unique }) => {
    const profile = { name: unique('Vår Größe & Co.'), description: 'Line one, "quoted" <and> more' }
    const created = await makeGroup(api, profile)
    for (const reply of [created, await readGroup(api, created)]) {
      judge('groups.name.kept').matches(reply, { profile: { name: profile.name } })
      judge('groups.description.kept').matches(reply, { profile: { description: profile.description } })
    }
  },
)

check(
  'a description may be null, left out or empty',
  { judges: ['groups.description.null', 'groups.description.min.accepted'] },
  async ({ given, api, judge, unique }) => {
    const group = await given.group({ description: 'for now' })
    const none = { profile: { name: a.string, description: a.nothing } }
    // A server may show an empty description as none.
    const empty = { profile: { name: a.string, description: a.oneOf('', null, undefined) } }
    for (const [requirement, sent, expected] of [
      ['groups.description.null', { description: null }, none],
      [
        'groups.description.null',
        {},
        { profile: { name: a.string, description: a.oneOf('', null, undefined) } },
      ],
      ['groups.description.min.accepted', { description: '' }, empty],
    ] as const) {
      const created = await makeGroup(api, { name: unique('group'), ...sent })
      judge(requirement).matches(created, expected)
      judge(requirement).matches(await readGroup(api, created), expected)
    }
    judge('groups.description.null').success(
      await api.put(group.path, { profile: { name: group.name, description: null } }),
    )
    judge('groups.description.null').matches(await api.get(group.path), none)
  },
)

check(
  'names and descriptions at the edge of a limit are accepted and kept whole',
  {
    judges: ['groups.name.min.accepted', 'groups.name.max.accepted', 'groups.description.max.accepted'],
  },
  async ({ api, judge, unique }) => {
    for (const [requirement, profile] of [
      ['groups.name.max.accepted', { name: textOf(longest, unique('long')) }],
      // Characters, not bytes.
      [
        'groups.name.max.accepted',
        { name: textOf(longest, unique('long')).replaceAll('ipsum', 'ips\u00e9m') },
      ],
      [
        'groups.description.max.accepted',
        { name: unique('group'), description: textOf(longestText, 'long') },
      ],
    ] as const) {
      const created = await makeGroup(api, profile)
      judge(requirement).matches(created, { profile })
      judge(requirement).matches(await readGroup(api, created), { profile })
    }
    // One of few one-character names may be in use: a server may require unique names.
    const random = (from: number, count: number): string => String.fromCodePoint(from + unique.draw(count))
    let name = ''
    let created = undefined as Awaited<ReturnType<typeof makeGroup>> | undefined
    for (name of [random(97, 26), random(48, 10), random(0x4e00, 0x5000)]) {
      created = await makeGroup(api, { name }, {}, { unmarked: true })
      if (created.status < 300) break
    }
    judge('groups.name.min.accepted').matches(created!, { profile: { name } })
    judge('groups.name.min.accepted').matches(await readGroup(api, created!), { profile: { name } })
  },
)

/** Profiles that a create must refuse: the name, and a description if it is not a good one. */
const refused = [
  ...invalidVariants('groups.name', { profile: {} }).map(
    ([requirement, { profile }]) => [requirement, () => profile] as const,
  ),
  ['groups.name.min.refused', () => ({ name: '' })],
  ['groups.name.max.refused', (mark: string) => ({ name: textOf(longest + 1, `${mark}-name`) })],
  [
    'groups.description.max.refused',
    (mark: string) => ({
      name: `${mark}-described`,
      description: textOf(longestText + 1, `${mark} description`),
    }),
  ],
] as const

check(
  'a create with a name or a description that is missing, too short or too long is refused',
  { judges: refused.map(([requirement]) => requirement), quick: true },
  async (context) => {
    const { given, api, judge, unique } = context
    const mark = unique('refused')
    await makeGroup(api.control('groups.create.ok'), { name: unique('control'), description: 'right' })
    const rows = refused.map(([requirement, bad]): readonly [typeof requirement, Json] => [
      requirement,
      { description: `${mark} ${requirement}`, ...bad(mark) },
    ])
    for (const [requirement, profile] of rows) judge(requirement).refused(await makeGroup(api, profile))

    const fence = await given.group({ description: mark })
    const search = `profile.description sw ${quoted(mark)} or profile.name sw ${quoted(mark)}`
    const found = await listGroupsUntil(context, { search }, holding(fence))
    for (const [requirement, { name, description }] of rows) {
      judge(requirement).some(found.items, { id: fence.id })
      judge(requirement).none(
        found.items,
        ({ profile }: Json) => profile?.name === name || profile?.description === description,
        'no group of the refused create',
      )
    }
  },
)

check(
  'an update with a name that is too short or too long keeps the old name',
  { judges: ['groups.name.limits-on-update'], supports: ['groups.description.max.refused'] },
  async ({ given, api, judge, unique }) => {
    const group = await given.group({ description: 'stays' })
    const requirement = judge('groups.name.limits-on-update')
    for (const name of ['', textOf(longest + 1, unique('long'))]) {
      requirement.refused(await api.put(group.path, { profile: { name, description: 'goes' } }))
      requirement.matches(await api.get(group.path), { profile: { name: group.name, description: 'stays' } })
    }
    const described = judge('groups.description.max.refused')
    described.refused(
      await api.put(group.path, {
        profile: { name: unique('renamed'), description: textOf(longestText + 1, 'long') },
      }),
    )
    described.matches(await api.get(group.path), { profile: { name: group.name, description: 'stays' } })
    await api.control('groups.update.ok').put(group.path, { profile: { name: unique('renamed') } })
  },
)

check(
  'a directory group carries its profile, and an update of it is refused',
  {
    judges: [
      ...directoryProperties.map(({ slug }) => `groups.directory.${slug}` as const),
      'groups.directory.read-only',
      'conventions.naming.directory-class',
      'conventions.naming.directory-name',
    ],
    quick: true,
    needs: ['directory-group'],
  },
  async ({ api, judge, need, given }) => {
    const { id } = await need('directory-group')
    const read = await api.get(groupPath(id))
    for (const row of directoryProperties)
      for (const profile of demandsOf(row))
        judge(`groups.directory.${row.slug}`).matches(read, { id, profile })
    const name = { profile: { directoryDomainQualifiedName: a.string } }
    judge('conventions.naming.directory-name').matches(read, name)
    // The class may be null: then nothing shows its spelling.
    const objectClass = a.listWith('svc:directory_security_principal')
    if (isSet(read.json.objectClass))
      judge('conventions.naming.directory-class').matches(read, { objectClass })

    const other = await given.group()
    await api.control('groups.update.ok').put(other.path, { profile: other.json.profile })
    const { profile, lastUpdated } = read.json
    judge('groups.directory.read-only').refused(await api.put(groupPath(id), { profile }))
    judge('groups.directory.read-only').matches(await api.get(groupPath(id)), { profile, lastUpdated })
  },
)
