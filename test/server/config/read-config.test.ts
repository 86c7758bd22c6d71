import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/server/config/read-config.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identikit-config-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('takes files from the folder of the configuration, and worlds as they are', async () => {
  const file = join(folder, 'identikit.config.yaml')
  await writeFile(
    file,
    'seed: demo\nscenario: busy.yaml\nstate: kept.db\nexportOnExit: /tmp/out.json\n' +
      'tls: { cert: a.pem, key: keys/b.pem }\norganisations: { seed: people.json, idle: 1h }\n',
  )
  const { config, placeOf } = readConfig(file)
  expect(config).toEqual({
    seed: 'demo',
    scenario: join(folder, 'busy.yaml'),
    state: join(folder, 'kept.db'),
    exportOnExit: '/tmp/out.json',
    tls: { cert: join(folder, 'a.pem'), key: join(folder, 'keys/b.pem') },
    organisations: { seed: join(folder, 'people.json'), idle: 3_600_000 },
  })
  expect(placeOf(['tls', 'key'])).toBe(`${file}:5:21`)
  expect(placeOf(['port'])).toBeUndefined()
})
