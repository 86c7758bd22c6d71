import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
let isBuilt = false

/**
 * Builds the current package, once in a run: an older build would give wrong figures.
 *
 * @throws Error when the build fails.
 */
export function build(): void {
  if (isBuilt) return
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm run build failed')
  isBuilt = true
}
