import { valueAt } from '../../contract/errors/got.ts'
import { dirname, isAbsolute, join } from 'node:path'
import { namesSecret, processSecrets, readSecret } from '../../../conformance/engine/wire/secret-source.ts'
import { defined, type Defined } from '../../model/kernel/defined.ts'
import { UsageError } from '../usage-error.ts'
import { readYaml } from './read-yaml.ts'
import { type Config, configSchema } from './schema.ts'

/** A configuration file that was read. */
export interface ReadConfig {
  readonly config: Defined<Config>
  /** The position of an option in the file: `identikit.config.yaml:3:5`; undefined if the file does not name it. */
  readonly placeOf: (path: readonly string[]) => string | undefined
}

/**
 * Reads a configuration file. File names in it are relative to its folder.
 *
 * @throws UsageError that lists every mistake with file, line and column.
 */
export function readConfig(file: string): ReadConfig {
  const { value, place, check } = readYaml(file, '--config')
  const config = check(configSchema(), 'option', withSecrets(value, place))
  return {
    config: withPaths(defined(config), dirname(file)),
    placeOf: (path) => (valueAt(value, path) === undefined ? undefined : place(path)),
  }
}

/** The options that contain a secret, or name where to read it. */
const secretPlaces = [
  ['controlToken'],
  ['webhook', 'secret'],
  ['options', 'apiToken'],
  ['options', 'secretSeed'],
  ['options', 'sampleSeed'],
]

/** Reads the secrets from the places that the file names, so that people can share the file. */
function withSecrets(value: unknown, place: (path: readonly string[]) => string): unknown {
  const filled: unknown = structuredClone(value)
  for (const path of secretPlaces) {
    const source = valueAt(filled, path)
    if (typeof source !== 'string' || source === 'stdin' || !namesSecret(source)) continue
    const parent = valueAt(filled, path.slice(0, -1)) as Record<string, unknown>
    try {
      parent[path.at(-1)!] = readSecret(source, path.join('.'), processSecrets)
    } catch (error) {
      throw new UsageError(`${place(path)}: ${(error as Error).message}`)
    }
  }
  return filled
}

/** Resolves file names against a folder. */
function withPaths(config: Defined<Config>, folder: string): Defined<Config> {
  const inFolder = (name: string): string => (isAbsolute(name) ? name : join(folder, name))
  const named = (name: string): string => (/\.(ya?ml|json)$/i.test(name) ? inFolder(name) : name)
  const { seed, scenario, state, exportOnExit, extend, tls, organisations, ...rest } = config
  return defined({
    ...rest,
    seed: seed === undefined ? undefined : named(seed),
    scenario: scenario === undefined ? undefined : named(scenario),
    state: state === undefined ? undefined : inFolder(state),
    extend: extend === undefined ? undefined : inFolder(extend),
    exportOnExit: exportOnExit === undefined ? undefined : inFolder(exportOnExit),
    tls: typeof tls === 'object' ? { cert: inFolder(tls.cert), key: inFolder(tls.key) } : tls,
    organisations: organisations && {
      ...organisations,
      seed: organisations.seed === undefined ? undefined : named(organisations.seed),
    },
  }) as Defined<Config>
}
