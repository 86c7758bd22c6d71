import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** After all tests, reports the traffic that the OpenAPI document does not describe. Any violation fails the run. */
export default async function collect(): Promise<() => Promise<void>> {
  // Other projects of the run delete their temporary folders before this ends.
  const build = join(import.meta.dirname, '../../build')
  await mkdir(build, { recursive: true })
  const folder = await mkdtemp(join(build, 'traffic-'))
  const file = join(folder, 'violations')
  process.env['OPENAPI_VIOLATIONS'] = file
  return async () => {
    const exchanges = existsSync(`${file}.count`) ? statSync(`${file}.count`).size : 0
    const violations = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    await rm(folder, { recursive: true })
    process.stdout.write(
      `${exchanges} exchanges held to the OpenAPI document, ${violations.length} violations\n`,
    )
    for (const violation of new Set(violations)) process.stderr.write(`${violation}\n`)
    if (violations.length > 0 || exchanges < 1000) process.exitCode = 1
  }
}
