import { build } from 'tsdown'
import { console as page } from '../tsdown.config.ts'
import { root } from './packed.ts'

/** Builds the page of the console, or another script for browsers, as one file. */
export async function buildScript(file = 'src/console/main.ts'): Promise<string> {
  const { bundles } = await build({
    ...page,
    config: false,
    cwd: root,
    entry: { script: file },
    write: false,
    logLevel: 'error',
  })
  const script = bundles[0]?.chunks.find((each) => each.type === 'chunk')
  if (script?.type !== 'chunk') throw new Error(`${file} was not built`)
  return script.code
}
