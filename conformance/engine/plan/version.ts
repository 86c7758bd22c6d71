import fs from 'node:fs'

/** The build of the package sets it; from source it is undefined. */
declare const packageVersion: string | undefined

/** Version of this package, as reports and the User-Agent name it. */
export const suiteVersion: string = typeof packageVersion === 'string' ? packageVersion : readVersion()

function readVersion(): string {
  const text = fs.readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
