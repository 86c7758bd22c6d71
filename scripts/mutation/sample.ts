import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check'
import type { Mutant } from '@stryker-mutator/api/core'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const { MUTATE_SHARE: share = '1', MUTATE_SEED: seed = '1' } = process.env

/** Lets a random part of the mutants be tested, the same for the same seed; Stryker leaves the others out of the score. */
class Sample {
  init(): Promise<void> {
    return Promise.resolve()
  }

  check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)])))
  }

  group(mutants: Mutant[]): Promise<string[][]> {
    return Promise.resolve([mutants.map(({ id }) => id)])
  }
}

function resultOf(mutant: Mutant): CheckResult {
  return placeOf(mutant) < Number(share)
    ? { status: CheckStatus.Passed }
    : { status: CheckStatus.CompileError, reason: 'not in the sample' }
}

/** Where a mutant stands between 0 and 1, by what it is and the seed alone. */
function placeOf({ fileName, location, mutatorName, replacement }: Mutant): number {
  const name = JSON.stringify([seed, relative('.', fileName), location, mutatorName, replacement])
  return createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)]
