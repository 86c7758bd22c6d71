import { Session } from 'node:inspector/promises'
import { basename, dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOrg } from '../src/create-org.ts'
import { table } from './markdown.ts'

const root = resolve(import.meta.dirname, '..')

/** The section of docs/contributing/architecture.md with every file in which a POST runs code. */
export async function renderWalk(): Promise<string> {
  const { baseUrl, apiToken, fetch } = createOrg()
  const create = async (login: string): Promise<void> => {
    const { status } = await fetch(`${baseUrl}/api/v1/users`, {
      method: 'POST',
      headers: { authorization: `SSWS ${apiToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        profile: { login, email: login, firstName: 'A', lastName: 'B' },
        credentials: { password: { value: 'An0therSecret' } },
      }),
    })
    if (status !== 200) throw new Error(`The user was not created: ${status}`)
  }
  // The first call also makes what later ones find.
  await create('first@example.com')
  const files = await filesRunBy(() => create('second@example.com'))
  const folders = Map.groupBy(files, dirname)
  const rows = [...folders].map(([folder, inside]) => [
    `\`${folder}\``,
    inside.map((file) => `\`${basename(file)}\``).join(', '),
  ])
  return `\n${files.length} files, by folder:\n\n${table(['Folder', 'Files'], rows)}\n`
}

/** The sources in which a function is called meanwhile, sorted. */
async function filesRunBy(call: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
    .map(({ url }) => (url.startsWith('file:') ? relative(root, fileURLToPath(url)) : ''))
    .filter((path) => path.startsWith('src/'))
    .toSorted()
}
