import { expect, test } from 'vitest'
import {
  checkHindrance,
  clauseHindrance,
  type Supplies,
} from '../../../conformance/engine/plan/availability.ts'
import type { ControlAdapter } from '../../../conformance/engine/supply/control-adapter.ts'
import { needHint, needKind, thingNeeds } from '../../../conformance/engine/plan/need.ts'
import type { Need } from '../../../conformance/registry/needs.ts'

const nothing: Supplies = {
  allowed: new Set(),
  features: {},
  profile: { things: {} } as never,
  adapter: undefined,
}

test('each kind of need names the way to meet it', () => {
  expect(needKind('mail')).toEqual({ kind: 'permission', name: 'mail' })
  expect(needKind('early-access')).toEqual({ kind: 'feature', name: 'early-access' })
  expect(needKind('factor')).toEqual({ kind: 'thing', name: 'factor' })
  expect(needHint('mail')).toMatch(/ \(--allow mail\)$/)
  expect(needHint('early-access')).toMatch(/ \(--features \+early-access, or -early-access if it does not\)$/)
  expect(needHint('factor')).toMatch(/ \(target\.yaml: things: \{ factor: … \}\)$/)
  expect(needHint('session-cookie')).toMatch(/ \(--session-cookie env:NAME\)$/)
  expect(needHint('rule-expression')).toMatch(
    / \(target\.yaml: things: \{ rule-expression: \{ template: 'user\.login=="\{login\}"' \} \}\)$/,
  )
  expect(thingNeeds).toContain('factor')
  expect(thingNeeds).not.toContain('mail')
  expect(thingNeeds).not.toContain('early-access')
})

const hindrance = (needs: readonly Need[], more: Partial<Supplies> = {}) =>
  checkHindrance(needs, { ...nothing, ...more })

test('a need that is met hinders nothing', () => {
  expect(hindrance([])).toBeUndefined()
  expect(hindrance(['mail'], { allowed: new Set(['mail'] as const) })).toBeUndefined()
  expect(
    hindrance(['early-access'], { features: { 'early-access': { state: 'yes', evidence: '' } } }),
  ).toBeUndefined()
  expect(hindrance(['factor'], { profile: { things: { factor: { id: 'u1' } } } as never })).toBeUndefined()
  expect(
    hindrance(['factor'], { adapter: { provides: ['factor'] } as unknown as ControlAdapter }),
  ).toBeUndefined()
  // Nobody has to name a thing that the suite finds by reading the target.
  expect(hindrance(['built-in-group'])).toBeUndefined()
})

test('a need that is not met says why, and what would meet it', () => {
  expect(hindrance(['mail'])).toEqual({
    verdict: 'not-run',
    why: "'mail' is not allowed in this run",
    hint: needHint('mail'),
  })
  expect(hindrance(['factor'])).toEqual({
    verdict: 'blocked',
    why: "nothing supplies 'factor'",
    hint: needHint('factor'),
  })
  expect(
    hindrance(['factor'], { adapter: { provides: ['grants'] } as unknown as ControlAdapter }),
  ).toMatchObject({
    verdict: 'blocked',
  })
  expect(hindrance(['factor'], { profile: { things: { factor: 'none' } } as never })).toEqual({
    verdict: 'not-applicable',
    why: "the target profile says 'none' for factor",
  })
  const early = (state: 'no' | 'undecided') =>
    hindrance(['early-access'], { features: { 'early-access': { state, evidence: 'GET /x: 404' } } })
  expect(early('no')).toEqual({
    verdict: 'not-applicable',
    why: "the target does not have 'early-access': GET /x: 404",
  })
  expect(early('undecided')).toEqual({
    verdict: 'blocked',
    why: "it is not known whether the target has 'early-access'",
    hint: needHint('early-access'),
  })
})

test('reports needs that do not apply first, then those not allowed, then those not supplied', () => {
  const lacks = { features: { 'early-access': { state: 'no', evidence: '' } } } as const
  expect(hindrance(['factor', 'mail', 'early-access'], lacks)?.verdict).toBe('not-applicable')
  expect(hindrance(['factor', 'mail'], lacks)?.verdict).toBe('not-run')
  expect(hindrance(['factor'], lacks)?.verdict).toBe('blocked')
})

test('a default clause needs to know that the defaults are in force', () => {
  const said = (state?: 'yes' | 'no') =>
    clauseHindrance(
      { level: 'default' },
      { ...nothing, features: state === undefined ? {} : { defaults: { state, evidence: 'said so' } } },
    )
  expect(said()).toEqual({
    verdict: 'blocked',
    why: "it is not known whether the target has 'defaults'",
    hint: 'Say whether the password policy, the login format and the required names are the default ones (--features +defaults, or -defaults if not).',
  })
  expect(said('yes')).toBeUndefined()
  expect(said('no')?.verdict).toBe('not-applicable')
  expect(clauseHindrance({ level: 'must' }, nothing)).toBeUndefined()
  expect(clauseHindrance({ level: 'must', needs: ['factor'] }, nothing)?.verdict).toBe('blocked')
})
