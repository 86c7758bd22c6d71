/** Writes the sources in which a POST runs code, as JSON. It runs as a separate process, so that nothing else is counted. */
import { Session } from 'node:inspector/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createOrg } from '../src/create-org.ts'

const root = resolve(import.meta.dirname, '..')
const { baseUrl, apiToken, fetch } = createOrg()

async function create(login: string): Promise<void> {
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
console.log(JSON.stringify(await filesRunBy(() => create('second@example.com'))))

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
