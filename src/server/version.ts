import { builtin } from './builtin.ts'

/** The version of this file's package, compiled or not. */
export function readVersion(): string {
  const { readFileSync } = builtin('node:fs')
  for (const up of ['../..', '../../..']) {
    try {
      const text = readFileSync(new URL(`${up}/package.json`, import.meta.url), 'utf8')
      return (JSON.parse(text) as { version: string }).version
    } catch {
      // One level further up: the compiled file is one folder deeper.
    }
  }
  return 'unknown'
}
