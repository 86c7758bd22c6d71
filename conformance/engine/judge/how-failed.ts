import type { Requirement } from '../../registry/requirement.ts'
import { statuses } from '../../tables/statuses.ts'
import type { Exchange } from '../wire/reply.ts'
import { operationOf } from '../wire/routes.ts'
import type { Assertion } from './judge.ts'

/** A call was refused, or accepted and should have been refused, or its answer is wrong. */
export type Way = 'refused' | 'accepted' | 'answered'

export function wayOf(assertion: Assertion, call: Exchange | undefined): Way {
  if (expectsRefusal(assertion)) return 'accepted'
  return (call?.status ?? 0) >= 400 ? 'refused' : 'answered'
}

export function expectsRefusal({ what }: Assertion): boolean {
  return /^(a refusal|a platform-style error|an OAuth-style error)/.test(what)
}

/** The last names of the members that differ. Another id is another record, whose members say nothing more. */
export function membersOf({ differences }: Assertion): string[] {
  const names = differences.flatMap(
    ({ path }) =>
      path
        .replace(/\[\d+\]$/, '')
        .split('.')
        .at(-1) || [],
  )
  return names.includes('id') ? ['id'] : names
}

/** The error in an answer: a refusal with its status, or the first member that differs with its value. */
export function signOf(assertion: Assertion, way: Way, call: Exchange | undefined): string | undefined {
  if (way === 'refused' && call) return replyOf(call)
  const differences = assertion.differences.filter(({ path }) => way === 'answered' || path !== 'status')
  const [{ expected, got } = {}] = differences
  const [name] = membersOf({ ...assertion, differences })
  // One status instead of another: the expected status distinguishes the defects.
  return name && `${name} ${JSON.stringify(statuses.some((each) => each === got) ? [expected, got] : got)}`
}

/** The members of the answer that differ, or else the property or link that the requirement is about. */
export function differing(
  assertion: Assertion,
  way: Way,
  { covers = [] }: Pick<Requirement, 'covers'>,
): string[] {
  const namesIn = (form: RegExp): string[] => covers.flatMap((cover) => form.exec(cover)?.[1] ?? [])
  const { differences } = assertion
  if (way === 'accepted')
    return differences.every(({ path }) => path.startsWith('body.')) ? membersOf(assertion) : []
  if (way === 'refused') return namesIn(/^property:\w+Error\.(\w+)$/)
  const names = membersOf(assertion)
  return names.length > 0 ? names : namesIn(/^(?:property|link):\w+\.(\w+)$/)
}

export const replyOf = (call: Exchange): string => `${operationOf(call)} ${call.status}`
