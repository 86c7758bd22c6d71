import type { RequirementId } from '../../../registry/requirements.ts'
import { drop, set } from '../../alter/answer.ts'
import { lacks, on, sends, sendsValue, when, whenSuccess } from '../../alter/flow.ts'
import { ignoreProperty, takeFromCaller } from '../../alter/memory.ts'
import { refuse } from '../../alter/refusal.ts'
import { input } from '../../alter/request.ts'
import { holds } from '../../alter/path.ts'
import { mistakesAt, mistakesOf, type Mutant } from '../mutant.ts'
import type { Where } from '../routes.ts'
import type { Plain } from '../../alter/wire.ts'

/** A property of a body, and its operations. */
export interface PropertyRow {
  readonly requirement: RequirementId
  readonly on: Where | readonly Where[]
  /** Its place in the body: `profile.login`. */
  readonly path: string
}

/** Properties of answers: each is missing from the answers of these operations. */
export function shown(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesOf(requirement, { 'left-out': on(where, whenSuccess(drop(path))) }),
  )
}

/** Properties with a fixed or typed value: each is shown with another one. */
export function typed(rows: readonly (PropertyRow & { readonly wrong: Plain })[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path, wrong }) =>
    mistakesOf(requirement, { [`shown-as-${slug(wrong)}`]: on(where, whenSuccess(set(path, wrong))) }),
  )
}

/** Properties that a write stores: each is accepted and ignored, or refused. */
export function stored(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesOf(requirement, {
      'accepted-and-ignored': on(where, ignoreProperty(path)),
      refused: on(where, when(sends(path), refuse())),
    }),
  )
}

/** Properties that may be null: null is refused, or accepted and ignored. */
export function nullable(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesAt(where, requirement, { 'refuses-null': when(sendsValue(path, null), refuse()) }),
  )
}

/** Properties that only the service sets: each is accepted from the caller, and shown from then on. */
export function readOnly(rows: readonly PropertyRow[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path }) =>
    mistakesOf(requirement, { 'taken-from-caller': takeFromCaller(where, path) }),
  )
}

/** Properties with a default: without the property, the server uses another value. */
export function defaulted(rows: readonly (PropertyRow & { readonly wrong: Plain })[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path, wrong }) =>
    mistakesOf(requirement, { 'other-default': on(where, when(lacks(path), input(path, wrong))) }),
  )
}

/** Values that a property may have: each is refused. */
export function allowedValues(rows: readonly (PropertyRow & { readonly value: Plain })[]): Mutant[] {
  return rows.flatMap(({ requirement, on: where, path, value }) =>
    mistakesOf(requirement, {
      [`refuses-${slug(value)}`]: on(where, when(sends(path, holds(value)), refuse())),
    }),
  )
}

/** A value as a part of an id: `true`, `svc-group`, `nothing`. */
export function slug(value: Plain): string {
  if (value === undefined) return 'nothing'
  const text = (typeof value === 'string' ? value : JSON.stringify(value))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return text === '' ? 'empty' : text
}
