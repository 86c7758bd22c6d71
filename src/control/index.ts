import { Refusal } from '../contract/errors/refusal.ts'
import { causesWithGot, type Mistake } from '../contract/errors/mistakes.ts'
import { gotAt, valueAt } from '../contract/errors/got.ts'
import { recordNouns } from '../contract/errors/catalogue.ts'
import { checked } from '../model/kernel/check-options.ts'
import type { Org } from '../model/org.ts'
import type { ControlAction } from './action.ts'
import { type Actions, type Control, controlActions, ownActions } from './actions.ts'
import { isPromise } from '../model/kernel/changes.ts'

export { actionPath, controlPath } from '../contract/paths.ts'
export { type Actions, type Control, controlActions, type Varied } from './actions.ts'

/** Thrown for a wrong input of an action; lists every mistake with its path. */
export class ControlInputError extends TypeError {
  /** Always `ControlInputError`. */
  override readonly name = 'ControlInputError'
  /** Each mistake with its path: `status: expected at most 599, got 999`. */
  readonly mistakes: readonly string[]

  constructor(action: string, mistakes: readonly string[]) {
    super(`${action}: ${mistakes.join('; ')}`)
    this.mistakes = mistakes
  }
}

/** The error of the organisation in an action, with the fields of the input and their values. */
export class ControlRefusal extends Refusal {
  /** Each reason with its field: `grant: expected an existing grant, got 'none'`. */
  readonly mistakes: readonly string[]

  constructor(action: string, refusal: Refusal, input: unknown) {
    super(refusal.refusal, refusal.details)
    const { mistakes } = refusal.details
    this.mistakes = mistakes?.flatMap((mistake) => withInput(mistake, input)) ?? refusal.reasons
    this.message = `${action}: ${this.mistakes.join('; ')} [${refusal.refusal}]`
    // The API's own errors need no stack; this one shows which line of a test is wrong.
    Error.captureStackTrace?.(this, runAction)
  }
}

/**
 * Runs an action with any input.
 *
 * @param isGone Whether the caller has gone, for a call over HTTP.
 * @throws ControlInputError when the action does not take the input.
 * @throws `Refusal` when the organisation answers an error; a missing record is named by its place in the input.
 */
export function runAction(
  org: Org,
  name: string,
  action: ControlAction,
  input: unknown,
  isGone?: () => boolean,
): unknown {
  const parsed = checked(action.input, input ?? {}, { root: 'input', kind: 'field' })
  if ('mistakes' in parsed) throw new ControlInputError(name, parsed.mistakes)
  const fail = (error: unknown): never => {
    throw error instanceof Refusal ? new ControlRefusal(name, placed(error, input), input) : error
  }
  const undo = org.authorizationServers.undoOfDefault()
  try {
    const answer = org.changes.during({ kind: 'control', name }, () => action.run(org, parsed.value, isGone))
    return isPromise(answer) ? answer.catch(fail) : answer
  } catch (error) {
    undo()
    return fail(error)
  }
}

function withInput(found: Mistake, input: unknown): readonly string[] {
  const { got: _got, ...mistake } = found
  const path = mistake.at.split('.')
  const given = valueAt(input, path)
  return causesWithGot(given === undefined ? mistake : { ...mistake, got: gotAt(given, path) })
}

/** The error of a reference to an unknown record, with the place of the reference in the input. */
function placed(refusal: Refusal, input: unknown): Refusal {
  const { id, kind = 'record', ...values } = refusal.details.values ?? {}
  const place = id === undefined || refusal.causes.length > 0 ? undefined : placeOf(String(id), input)
  if (place === undefined) return refusal
  return new Refusal(refusal.refusal, {
    values: { ...values, id: id!, kind },
    causes: [`${place}: expected an existing ${recordNouns[kind] ?? kind}, got '${id}'`],
  })
}

function placeOf(value: string, input: unknown): string | undefined {
  for (const [name, given] of Object.entries(input ?? {})) {
    if (given === value) return name
    if (Array.isArray(given) && given.includes(value)) return `${name}.${given.indexOf(value)}`
  }
  return undefined
}

/** Every action of an organisation as a function. */
export function createActions(org: Org): Actions {
  return Object.fromEntries(
    Object.entries(controlActions).map(([name, action]) => [
      name,
      (input?: unknown) => runAction(org, name, action, input),
    ]),
  ) as unknown as Actions
}

/** The control plane of an organisation, in process. */
export function createControl(org: Org): Control {
  const actions: Partial<Actions> = createActions(org)
  for (const name of ownActions) delete (actions as Record<string, unknown>)[name]
  return actions as Control
}
