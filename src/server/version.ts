import { builtin } from './builtin.ts'

/** The build of the package sets it; from source it is undefined. */
declare const packageVersion: string | undefined

/** The version of this package. */
export function readVersion(): string {
  if (typeof packageVersion === 'string') return packageVersion
  const text = builtin('node:fs').readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
