import { valueAt } from '../../contract/errors/got.ts'
import { dirname, isAbsolute, join } from 'node:path'
import { namesSecret, processSecrets, readSecret } from '../../../conformance/engine/wire/secret-source.ts'
import { defined, type Defined } from '../../model/kernel/defined.ts'
import { flattened } from '../../model/kernel/option.ts'
import { UsageError } from '../usage-error.ts'
import { readYaml } from './read-yaml.ts'
import { type Config, configOptions, configSchema } from '../serve-options.ts'

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

/** The paths of the options whose value is a secret, or the name of a file. */
const placesOf = (...kinds: readonly unknown[]) =>
  flattened(configOptions).filter(({ row }) => row.file !== undefined && kinds.includes(row.file))

/** Reads the secrets from the places that the file names, so that people can share the file. */
function withSecrets(value: unknown, place: (path: readonly string[]) => string): unknown {
  const filled: unknown = structuredClone(value)
  for (const { path } of placesOf('secret')) {
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
  for (const { path, row } of placesOf('path', 'data')) {
    const name = valueAt(config, path)
    const isFile = row.file === 'path' || /\.(ya?ml|json|[jt]s)$/i.test(String(name))
    if (typeof name !== 'string' || !isFile || isAbsolute(name)) continue
    const parent = valueAt(config, path.slice(0, -1)) as Record<string, unknown>
    parent[path.at(-1)!] = join(folder, name)
  }
  return config
}
