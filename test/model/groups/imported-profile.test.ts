import { expect, test } from 'vitest'
import { Refusal } from '../../../src/contract/errors.ts'
import { directoryProfile, queryTypeOf } from '../../../src/model/groups/imported-profile.ts'
import { PushMappings } from '../../../src/model/groups/push-mappings.ts'
import { testOrg } from '../../support/call.ts'

const causesOf = (action: () => unknown): readonly string[] | undefined => {
  try {
    action()
    return undefined
  } catch (error) {
    return (error as Refusal).causes
  }
}

test('what a directory group lacks is made of its name', () => {
  expect(directoryProfile({ name: 'Crew, "A" <1>' }, 'qualified')).toStrictEqual({
    name: 'Crew, "A" <1>',
    description: '',
    samAccountName: 'Crew A 1',
    dn: String.raw`CN=Crew\, \"A\" \<1\>,OU=Groups,DC=example,DC=com`,
    externalId: 'mVZnR8qXJdmh5SnHwLNttQ==',
    qualified: String.raw`example.com\Crew, "A" <1>`,
  })
  const of = (name: string) => directoryProfile({ name }, 'qualified')
  expect(of('a"/\\[]:;|=,+*?<>z')['samAccountName']).toBe('az')
  expect(of('a,+"\\<>;=#z')['dn']).toBe(String.raw`CN=a\,\+\"\\\<\>\;\=\#z,OU=Groups,DC=example,DC=com`)
  expect(of('a'.repeat(257))['samAccountName']).toBe('a'.repeat(256))
  const ids = ['a', 'b', 'ab', 'é', '😀'].map((name) => atob(String(of(name)['externalId'])))
  expect(new Set(ids).size).toBe(5)
  expect(ids.map(({ length }) => length)).toStrictEqual([16, 16, 16, 16, 16])
  expect(of('é')['externalId']).toBe('yCOkoqaKKNt49FViSLDfdQ==')
})

test('what a directory group has stays', () => {
  const given = {
    name: 'Crew',
    description: 'All',
    samAccountName: 'crew',
    dn: 'CN=Crew',
    externalId: 'one',
    qualified: 'two',
    groupType: 'Security',
    objectSid: 'S-1',
    groupScope: 'Global',
    other: 5,
  }
  expect(directoryProfile(given, 'qualified')).toStrictEqual(given)
})

test.for([[{}], [{ name: '' }], [{ name: 5 }], [{ name: null }]])(
  'a directory group needs a name: %j',
  ([profile]) => {
    expect(causesOf(() => directoryProfile(profile!, 'qualified'))).toStrictEqual([
      'name: The field cannot be left blank',
    ])
  },
)

test('what is no text is named, each of them', () => {
  const names = 'description samAccountName dn externalId qualified groupType objectSid groupScope'.split(' ')
  const profile = { name: 'Crew', ...Object.fromEntries(names.map((name) => [name, null])), other: null }
  let refused: unknown
  try {
    directoryProfile(profile, 'qualified')
  } catch (error) {
    refused = error
  }
  expect(refused).toMatchObject({
    refusal: 'validation',
    details: {
      causes: names.map((name) => `${name}: Expected a string`),
      values: { field: 'description' },
    },
  })
})

test.for([
  ['a', 'string'],
  [null, 'string'],
  [{}, 'string'],
  [5, 'number'],
  [true, 'boolean'],
  [[], 'string-or-number'],
  [['a'], 'string-or-number'],
  [[5], 'string-or-number'],
  [[true], 'boolean'],
] as const)('an imported property that is %j is asked about as %s', ([value, type]) => {
  expect(queryTypeOf(value)).toBe(type)
})

test('an imported group is asked about by its properties, by what they were first', async () => {
  const it = testOrg()
  const { id: appId } = it.control.createApplication({ label: 'Directory' })
  const bring = (profile: object, objectClass?: readonly string[]) =>
    it.org.imports.import({ appId, profile: profile as { name: string }, objectClass })
  const group = bring({ name: 'Crew', size: 5 }, ['other'])
  expect(group).toStrictEqual({
    id: expect.stringMatching(/^00g/),
    created: '2026-01-05T09:30:00.000Z',
    lastUpdated: '2026-01-05T09:30:00.000Z',
    lastMembershipUpdated: '2026-01-05T09:30:00.000Z',
    objectClass: ['other'],
    type: 'APP_GROUP',
    profile: { name: 'Crew', size: 5 },
    source: { id: appId },
  })
  const { importedProperties } = it.org.groups
  expect([...importedProperties.value]).toStrictEqual([
    ['name', 'string'],
    ['size', 'number'],
  ])
  const known = importedProperties.value
  bring({ name: 'Crew', size: 'large' }, ['other'])
  expect(importedProperties.value).toBe(known)
  bring({ name: 'Crew', color: ['red'] }, ['other'])
  expect([...importedProperties.value]).toStrictEqual([
    ['name', 'string'],
    ['size', 'number'],
    ['color', 'string-or-number'],
  ])
  expect(bring({ name: 'crew', size: 6 }, ['other']).id).toBe(group.id)
  expect(bring({ name: 'Others' }).objectClass).toStrictEqual(['svc:directory_security_principal'])
})

test('a group is pushed to an application once', () => {
  const { ids } = testOrg().org
  const mappings = new PushMappings(ids)
  const first = mappings.add('crew', 'shop')
  expect(first).toStrictEqual({ id: expect.stringMatching(/^gPm/), groupId: 'crew', appId: 'shop' })
  expect(mappings.add('crew', 'shop')).toBe(first)
  const till = mappings.add('crew', 'till')
  const other = mappings.add('other', 'shop')
  expect(mappings.ofGroup('crew')).toStrictEqual([first, till])
  expect([mappings.remove('none'), mappings.remove(till.id), mappings.remove(till.id)]).toStrictEqual([
    false,
    true,
    false,
  ])
  mappings.forgetGroup('none')
  mappings.forgetGroup('crew')
  expect(mappings.collection.values()).toStrictEqual([other])
  const last = mappings.add('crew', 'till')
  mappings.forgetApp('shop')
  expect(mappings.collection.values()).toStrictEqual([last])
})

test('a search knows the properties that were imported since the last one', () => {
  const it = testOrg()
  const { id: appId } = it.control.createApplication({ label: 'Directory' })
  const bring = (profile: { readonly name: string } & Record<string, unknown>) =>
    it.org.imports.import({ appId, profile, objectClass: ['other'] })
  const found = (search: string) =>
    it.org.groups.list({ search, limit: 5 }).items.map(({ profile }) => profile['name'])
  bring({ name: 'One', size: 1 })
  expect(found('profile.size eq 1')).toStrictEqual(['One'])
  bring({ name: 'Two', color: 'red' })
  expect(found('profile.color eq "red"')).toStrictEqual(['Two'])
  it.control.addSchemaProperty({ schema: 'group', name: 'badge', type: 'string' })
  it.org.groups.create({ profile: { name: 'Three', badge: 'b' } })
  expect(found('profile.badge eq "b"')).toStrictEqual(['Three'])
  expect(found('profile.name eq "Three" or profile.name eq "One" or profile.name eq "One"')).toStrictEqual([
    'One',
    'Three',
  ])
})
