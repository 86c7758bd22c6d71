import { basename } from 'node:path'
import { z } from 'zod'
import type { Org } from '../../model/org.ts'
import { runAction } from '../../control/index.ts'
import { controlActions } from '../../control/actions.ts'
import { noScenario } from '../../control/faults/actions.ts'
import { faultInput } from '../../control/faults/input.ts'
import { scenarios } from '../../control/faults/scenarios.ts'
import { foundText } from '../../contract/errors/mistakes.ts'
import { once } from '../../contract/once.ts'
import { UsageError } from '../usage-error.ts'
import { readYaml } from './read-yaml.ts'

/** A list of faults. A scenario of the package is known by its name alone. */
export interface Scenario {
  readonly name: string
  /** The source of the name, for messages: `--scenario`, or a place in a configuration file. */
  readonly source: string
  readonly faults?: readonly z.input<ReturnType<typeof faultInput>>[]
}

const faultList = once(() => z.array(faultInput()).min(1).max(100))
const scenarioFile = once(() => z.strictObject({ name: z.string().min(1).optional(), faults: faultList() }))

/**
 * Reads a named scenario: one of the package, or a file. A file contains a list of faults, or `name` and `faults`.
 *
 * @param source The source of the name, for messages: `--scenario`.
 * @throws UsageError that lists every mistake in the file with line and column.
 */
export function readScenario(text: string, source: string): Scenario {
  if (!/\.(ya?ml|json)$/i.test(text)) return { name: text, source }
  const { value, check } = readYaml(text, source)
  const name = basename(text).replace(/\.\w+$/, '')
  if (Array.isArray(value)) {
    check(faultList(), 'field')
    return { name, source, faults: value as Scenario['faults'] & {} }
  }
  const scenario = check(scenarioFile(), 'field')
  return {
    name: scenario.name ?? name,
    source,
    faults: (value as { readonly faults: Scenario['faults'] & {} }).faults,
  }
}

/**
 * Adds the faults of a scenario.
 *
 * @throws UsageError for an unknown scenario.
 */
export function startScenario(org: Org, { source, ...scenario }: Scenario): void {
  const { name, faults } = scenario
  if (!faults && !Object.hasOwn(scenarios, name)) {
    const mistake = noScenario(name, 'a .yaml or .json file with a list of faults')
    throw new UsageError(`${source}: ${foundText(mistake)}`)
  }
  runAction(org, 'startScenario', controlActions.startScenario, scenario)
}
