/** Groups as they are stored, what is told of their changes, and what is refused. */
import { expect, test } from 'vitest'
import type { Refusal } from '../../../src/contract/errors.ts'
import { testOrg } from '../../support/call.ts'

const start = '2026-01-05T09:30:00.000Z'

function stage() {
  const it = testOrg()
  const { org, control } = it
  const { id: app } = control.createApplication({ label: 'Directory' })
  const told: unknown[] = []
  org.groups.onChange((before, after) => told.push([before.profile.name, after?.profile.name]))
  const create = (name: string, more: object = {}) => org.groups.create({ profile: { name, ...more } })
  const bring = (name: string) => org.imports.import({ appId: app, profile: { name } })
  return { org, control, groups: org.groups, app, told, create, bring }
}

/** The refusal, the field and the message or the causes of it. */
function said(action: () => unknown): unknown {
  try {
    action()
    return undefined
  } catch (error) {
    const { refusal, causes, details } = error as Refusal
    return [refusal, details.values, causes]
  }
}

test('a group that is created is managed here', () => {
  const { create, groups, told } = stage()
  const group = create('Crew')
  expect(group).toStrictEqual({
    id: expect.stringMatching(/^00g/),
    created: start,
    lastUpdated: start,
    lastMembershipUpdated: start,
    objectClass: ['svc:user_group'],
    type: 'SVC_GROUP',
    profile: { name: 'Crew' },
  })
  expect(groups.resolve(group.id)).toBe(group)
  expect(groups.resolve(groups.everyoneId)).toMatchObject({
    type: 'BUILT_IN',
    objectClass: ['svc:user_group'],
    profile: { name: 'Everyone', description: 'All users in your organization' },
  })
  expect(told).toStrictEqual([])
})

test('a profile that is another is told, and moves the moment of the last change', () => {
  const { groups, control, create, told } = stage()
  const { id } = create('Crew', { description: 'All' })
  control.advanceClock({ by: '1h' })
  const before = groups.resolve(id)
  expect(groups.replace(id, { profile: { description: 'All', name: 'Crew' } })).toBe(before)
  expect(told).toStrictEqual([])
  const after = groups.replace(id, { profile: { name: 'CREW' } })
  expect(after).toStrictEqual({
    ...before,
    lastUpdated: '2026-01-05T10:30:00.000Z',
    profile: { name: 'CREW' },
  })
  expect(told).toStrictEqual([['Crew', 'CREW']])
  groups.remove(id)
  expect(told).toStrictEqual([
    ['Crew', 'CREW'],
    ['CREW', undefined],
  ])
})

test('a property that is dropped goes from the profiles that have it, and from no others', () => {
  const { groups, control, create, told } = stage()
  control.addSchemaProperty({ schema: 'group', name: 'color', type: 'string' })
  const [red, plain] = [create('Red', { color: 'red' }), create('Plain')]
  told.length = 0
  groups.dropProperty('color')
  expect(groups.resolve(red.id).profile).toStrictEqual({ name: 'Red' })
  expect(groups.resolve(plain.id)).toBe(plain)
  expect(told).toStrictEqual([['Red', 'Red']])
})

test('a name is taken by groups that are managed here, in any case, and by no imported ones', () => {
  const { groups, create, bring } = stage()
  const crew = create('Crew')
  const imported = bring('Fleet')
  const taken = [
    'validation',
    { field: 'name' },
    ['name: An object with this field already exists in the current organization'],
  ]
  expect(said(() => create('cREW'))).toStrictEqual(taken)
  expect(said(() => create('everyone'))).toStrictEqual(taken)
  const fleet = create('Fleet')
  expect(said(() => groups.replace(fleet.id, { profile: { name: 'crew' } }))).toStrictEqual(taken)
  expect(said(() => groups.replace(crew.id, { profile: { name: 'crew' } }))).toBeUndefined()
  // By this very name there is one; by no case, the first that was created.
  expect([groups.find('crew')?.id, groups.find('Crew'), groups.find(crew.id)?.id]).toStrictEqual([
    crew.id,
    undefined,
    crew.id,
  ])
  expect([groups.find('Fleet'), groups.named('fleet')?.id, groups.named('none')]).toStrictEqual([
    undefined,
    imported.id,
    undefined,
  ])
})

test('what is not managed here is not changed, and what is needed is not removed', () => {
  const { org, groups, app, create, bring } = stage()
  const imported = bring('Fleet')
  const profile = { profile: { name: 'Other' } }
  const unmanaged = (type: string) => ({
    field: 'profile',
    message: `The profile of a group of type ${type} is not managed here`,
    managed: 'SVC_GROUP',
  })
  const refused = (action: () => unknown) => (said(action) as unknown[]).slice(0, 2)
  expect(refused(() => groups.replace(imported.id, profile))).toStrictEqual([
    'group-not-modifiable',
    unmanaged('APP_GROUP'),
  ])
  expect(refused(() => groups.replace(groups.everyoneId, profile))).toStrictEqual([
    'group-not-modifiable',
    unmanaged('BUILT_IN'),
  ])
  expect(refused(() => org.memberships.refuseUnlessManaged(imported.id))).toStrictEqual([
    'group-not-modifiable',
    {
      field: 'users',
      message: 'Members of a group of type APP_GROUP are not managed here',
      managed: 'SVC_GROUP',
    },
  ])
  expect(refused(() => groups.remove(groups.everyoneId))).toStrictEqual([
    'group-not-removable',
    { field: 'group', message: 'A built-in group cannot be removed' },
  ])
  const { id: mapping } = org.apps.addPushMapping(imported.id, app)
  expect(refused(() => groups.remove(imported.id))).toStrictEqual([
    'group-in-push-mapping',
    { id: imported.id },
  ])
  expect([org.pushMappings.remove(mapping), org.pushMappings.remove(mapping)]).toStrictEqual([true, false])
  expect(said(() => groups.remove(imported.id))).toBeUndefined()
  const pushed = create('Pushed')
  org.apps.addPushMapping(pushed.id, app)
  expect(said(() => groups.remove(pushed.id))).toBeUndefined()
  expect(refused(() => groups.resolve(pushed.id))).toStrictEqual([
    'not-found',
    { id: pushed.id, kind: 'UserGroup' },
  ])
})

test('a group is imported anew where its application has one of this name, in any case', () => {
  const { org, groups, control, app, bring, told } = stage()
  const first = bring('Fleet')
  expect(first).toMatchObject({ type: 'APP_GROUP', source: { id: app }, profile: { name: 'Fleet' } })
  expect(bring('FLEET')).toMatchObject({ id: first.id, profile: { name: 'FLEET' } })
  expect(told).toStrictEqual([['Fleet', 'FLEET']])
  const { id: other } = control.createApplication({ label: 'Other' })
  const given = { name: 'Fleet', size: 5, ports: ['a'], open: true }
  const more = org.imports.import({ appId: other, objectClass: ['svc:user_group'], profile: given })
  expect(more.id).not.toBe(first.id)
  expect([more.objectClass, more.source, more.profile]).toStrictEqual([
    ['svc:user_group'],
    { id: other },
    given,
  ])
  expect(Object.isFrozen(given)).toBe(false)
  const types = groups.importedProperties.value
  expect(['size', 'ports', 'open', 'name', 'dn'].map((name) => types.get(name))).toStrictEqual([
    'number',
    'string-or-number',
    'boolean',
    'string',
    'string',
  ])
  const anew = () => org.imports.import({ appId: other, objectClass: ['x'], profile: { name: 'Fleet' } })
  expect(anew()).toMatchObject({ id: more.id, objectClass: ['svc:user_group'] })
  // What is known already is not told again.
  expect(groups.importedProperties.value).toBe(types)
  for (const profile of [{}, { name: '' }, { name: 5 }])
    expect(said(() => org.imports.import({ appId: other, objectClass: ['x'], profile }))).toStrictEqual([
      'validation',
      { field: 'name' },
      ['name: The field cannot be left blank'],
    ])
  expect(said(() => org.imports.import({ appId: 'none', profile: { name: 'x' } }))).toMatchObject({
    0: 'not-found',
    1: { id: 'none', kind: 'AppInstance' },
  })
})

test('a search that lags sees groups, their names and their members as they were', async () => {
  const { org, groups, control, create } = stage()
  control.changeSettings({ searchLag: '10s' })
  control.advanceClock({ by: '1h' })
  const crew = create('Crew')
  const found = (search: string) => groups.list({ search, limit: 9 }).items.map(({ profile }) => profile.name)
  const moment = org.clock.iso()
  const isNew = 'lastMembershipUpdated gt "2026-01-05T10:00:00.000Z"'
  expect(found('profile.name sw "C"')).toStrictEqual([])
  control.advanceClock({ by: '10s' })
  expect(found('profile.name sw "C"')).toStrictEqual(['Crew'])
  groups.writeProfile(groups.resolve(crew.id), { name: 'Fleet' })
  expect([found('profile.name sw "C"'), found('profile.name sw "F"')]).toStrictEqual([['Crew'], []])
  control.advanceClock({ by: '10s' })
  expect([found('profile.name sw "C"'), found('profile.name sw "F"')]).toStrictEqual([[], ['Fleet']])
  groups.touchMembership(groups.everyoneId)
  expect(groups.resolve(groups.everyoneId).lastMembershipUpdated).toBe(org.clock.iso())
  expect(found(isNew)).toStrictEqual(['Fleet'])
  control.advanceClock({ by: '10s' })
  expect(found(isNew)).toStrictEqual(['Everyone', 'Fleet'])
  expect(found(`lastMembershipUpdated gt "${moment}"`)).toStrictEqual(['Everyone'])
  groups.remove(crew.id)
  expect(found(isNew)).toStrictEqual(['Everyone', 'Fleet'])
  control.advanceClock({ by: '10s' })
  expect(found(isNew)).toStrictEqual(['Everyone'])
})
