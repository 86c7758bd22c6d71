import fs from 'node:fs'

/** Version of this package, as reports and the User-Agent name it. */
export const suiteVersion: string = readVersion()

function readVersion(): string {
  // Built the package is two folders up; from source, one more.
  for (const where of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(fs.readFileSync(new URL(where, import.meta.url), 'utf8')) as {
        name?: string
        version?: string
      }
      if (name === 'identikit' && version !== undefined) return version
    } catch {
      continue
    }
  }
  return '0.0.0'
}
