import { counted } from '../../../conformance/engine/words/text.ts'
import type { Seed } from '../../fixtures/index.ts'
import { yamlOf } from '../../openapi/yaml.ts'
import type { Pulled } from './pull.ts'

/** How a command writes a seed. */
export interface SeedFile {
  readonly out?: string | undefined
  readonly format?: 'yaml' | 'json' | undefined
}

/** Whether a seed is written as JSON: by the option, else by the end of the file's name. */
export function isJson({ out = '', format }: SeedFile): boolean {
  return format === undefined ? /\.json$/i.test(out) : format === 'json'
}

/** The text of a seed: as the file ends, else YAML, with a line about where it is from. */
export function seedText(seed: Seed, file: SeedFile, origin?: string): string {
  if (isJson(file)) return JSON.stringify(seed, undefined, 2)
  const schema = '# yaml-language-server: $schema=./node_modules/identikit/docs/reference/seed.schema.json'
  return (origin === undefined ? '' : `${schema}\n# ${origin}\n`) + yamlOf(seed)
}

/** How many records a seed has that a deployment lists. */
export function listedIn(seed: Seed): readonly (readonly [kind: string, count: number])[] {
  return (['user', 'group', 'rule', 'client'] as const).map((kind) => [kind, seed[`${kind}s`]?.length ?? 0])
}

/** Lines about a seed that was written: what it has, and what it could not carry. */
export function aboutSeed({ seed, notCarried }: Pulled, { out }: SeedFile): readonly string[] {
  const counts = listedIn(seed).map(([kind, count]) => counted(count, kind))
  const head = `${counts.join(', ')}${out === undefined ? '' : ` to ${out}`}. Not carried:`
  return [head, ...notCarried.map((line) => `  ${line}`)]
}
