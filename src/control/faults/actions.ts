import { z } from 'zod'
import { refuse, refuseMistakes } from '../../contract/errors/refusal.ts'
import { type Mistake, wrong } from '../../contract/errors/mistakes.ts'
import type { Org } from '../../model/org.ts'
import type { Fault } from '../../model/access/faults.ts'
import { didYouMean } from '../../query/suggestion.ts'
import { defineAction } from '../action.ts'
import { faultInput, faultSpec, type NamesOfUser } from './input.ts'
import { scenarios } from './scenarios.ts'

export const faultActions = {
  addFault: defineAction({
    input: faultInput,
    run(org, input): Fault {
      refuseTooMany(org, 1)
      return org.traffic.faults.add(faultSpec(input, namesIn(org)))
    },
  }),
  clearFaults: defineAction({
    input: () => z.strictObject({ id: z.string().optional(), scenario: z.string().optional() }),
    run: (org, which) => ({ cleared: org.traffic.faults.clear(which) }),
  }),
  startScenario: defineAction({
    input: () =>
      z.strictObject({
        name: z.string().min(1),
        faults: z.array(faultInput()).min(1).max(100).optional(),
      }),
    run(org, { name, faults = known(name) }): readonly Fault[] {
      const specs = faults.map((fault) => ({ ...faultSpec(fault, namesIn(org)), scenario: name }))
      const replaced = org.traffic.faults.list().filter(({ scenario }) => scenario === name).length
      refuseTooMany(org, specs.length - replaced)
      org.traffic.faults.clear({ scenario: name })
      return specs.map((spec) => org.traffic.faults.add(spec))
    },
  }),
}

/** How many faults may be active at once. */
const faultsMax = 1000

/** @throws `Refusal` `validation` when there would be too many. */
function refuseTooMany({ traffic }: Org, more: number): void {
  if (traffic.faults.size + more <= faultsMax) return
  const message = `There are ${traffic.faults.size} in force already, of ${faultsMax} at most; clear some first`
  refuse('other', { at: 'faults', message })
}

/** @throws `Refusal` `validation` for an unknown scenario. */
function known(name: string): readonly z.output<ReturnType<typeof faultInput>>[] {
  const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined
  if (scenario) return z.array(faultInput()).parse(scenario.faults)
  return refuseMistakes([noScenario(name, 'give faults of your own')])
}

/** The mistake in a name that no scenario has, and what else the caller can do. */
export function noScenario(name: string, instead: string): Mistake {
  const names = Object.keys(scenarios)
  const advice = didYouMean(name, names) ?? `there are ${names.join(', ')}, or ${instead}`
  const seen = `'${name.slice(0, 40)}'`
  return { ...wrong('seen', 'name', { expected: 'a scenario', seen }), advice }
}

/** Id and login of a user, given one of them; for an unknown user, the given name. */
function namesIn(org: Org): NamesOfUser {
  return (reference) => {
    const user =
      org.users.collection.get(reference) ?? org.users.collection.by('login', reference.toLowerCase())
    return user ? [user.id, String(user.profile['login'])] : [reference]
  }
}
