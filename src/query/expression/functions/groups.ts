import type { ExpressionSubject } from '../subject.ts'
import { defineFunction, type ExpressionFunction } from './define.ts'

const groupId = { name: 'groupId', type: 'group id' } as const

export const groupFunctions: readonly ExpressionFunction[] = [
  defineFunction({
    name: 'isMemberOfGroup',
    parameters: [groupId],
    returns: 'boolean',
    summary: 'Whether the user is in the group with this id.',
    example: { call: 'isMemberOfGroup("00gengineering")', result: true },
    run: ([id], subject) => id !== null && subject.isMember(id),
  }),
  defineFunction({
    name: 'isMemberOfAnyGroup',
    parameters: [],
    rest: [groupId],
    returns: 'boolean',
    summary: 'Whether the user is in at least one of the groups with these ids.',
    example: { call: 'isMemberOfAnyGroup("00gsales", "00gengineering")', result: true },
    run: (ids, subject) => ids.some((id) => id !== null && subject.isMember(id)),
  }),
  defineFunction({
    name: 'isMemberOfGroupName',
    parameters: [{ name: 'name', type: 'string' }],
    returns: 'boolean',
    readsGroupNames: true,
    summary: 'Whether the user is in a group of exactly this name, case-sensitive, whatever its type.',
    example: { call: 'isMemberOfGroupName("Engineering")', result: true },
    run: ([name], subject) => name !== null && someName(subject, (candidate) => candidate === name),
  }),
  defineFunction({
    name: 'isMemberOfGroupNameStartsWith',
    parameters: [{ name: 'prefix', type: 'string' }],
    returns: 'boolean',
    readsGroupNames: true,
    summary: 'Whether the user is in a group whose name begins with the prefix, case-sensitive.',
    example: { call: 'isMemberOfGroupNameStartsWith("Eng")', result: true },
    run: ([prefix], subject) => prefix !== null && someName(subject, (name) => name.startsWith(prefix)),
  }),
  defineFunction({
    name: 'isMemberOfGroupNameContains',
    parameters: [{ name: 'search', type: 'string' }],
    returns: 'boolean',
    readsGroupNames: true,
    summary: 'Whether the user is in a group in whose name the search string occurs, case-sensitive.',
    example: { call: 'isMemberOfGroupNameContains("gineer")', result: true },
    run: ([search], subject) => search !== null && someName(subject, (name) => name.includes(search)),
  }),
  defineFunction({
    name: 'isMemberOfGroupNameRegex',
    parameters: [{ name: 'pattern', type: 'pattern' }],
    returns: 'boolean',
    readsGroupNames: true,
    summary:
      'Whether the user is in a group whose whole name matches the pattern, which is written as a string literal. Its syntax is below.',
    example: { call: 'isMemberOfGroupNameRegex("Eng.*|Sales")', result: true },
    run: ([pattern], subject) => someName(subject, pattern),
  }),
]

function someName(subject: ExpressionSubject, holds: (name: string) => boolean): boolean {
  for (const name of subject.groupNames()) {
    if (holds(name)) return true
  }
  return false
}
