import { expect, test } from 'vitest'
import { banner } from '../../src/server/banner.ts'
import { isSeedFile } from '../../src/server/seed-file-name.ts'

const announced = {
  url: 'http://localhost:4010',
  baseUrl: 'https://id.example.com',
  apiToken: "it's",
  world: 'demo',
  users: 1,
  groups: 23,
  clients: 0,
  control: 'http://localhost:4010/_control',
} as const

test('the start shows its address, its contents, and two calls to paste', () => {
  expect(banner(announced).split('\n')).toEqual([
    'Base URL    https://id.example.com',
    'Listens at  http://localhost:4010',
    "API token   it's",
    'Data        1 user, 23 groups, 0 clients (demo)',
    'Console     http://localhost:4010/_console  (open it in a browser: see and steer all of this)',
    'Sign in     http://localhost:4010/signin  (hope.medhurst@example.com, password Tulip-Meadow-42)',
    'Control     http://localhost:4010/_control',
    'Help        identikit help serve',
    '',
    String.raw`curl -g -H 'Authorization: SSWS it'\''s' 'http://localhost:4010/api/v1/users?limit=5'`,
    String.raw`curl -g -H 'Authorization: SSWS it'\''s' -H 'Content-Type: application/json' --data-raw '{"profile":{"login":"grace.hopper@example.com","email":"grace.hopper@example.com","firstName":"Grace","lastName":"Hopper"}}' 'http://localhost:4010/api/v1/users'`,
  ])
})

test('a closed control plane says what opens it, a configuration file where it is', () => {
  const { url } = announced
  const lines = banner({ ...announced, baseUrl: url, control: null, config: 'here.yaml' }).split('\n')
  expect(lines.slice(0, 7)).toEqual([
    'Base URL    http://localhost:4010',
    "API token   it's",
    'Data        1 user, 23 groups, 0 clients (demo)',
    'Set up by   here.yaml',
    'Sign in     http://localhost:4010/signin  (hope.medhurst@example.com, password Tulip-Meadow-42)',
    'Control     closed, since other machines can reach this server; --control-token opens it',
    'Help        identikit help serve',
  ])
})

test.each(['yaml', 'yml', 'YAML', 'json', 'js', 'ts', 'mjs', 'mts', 'cjs', 'cts'])(
  'world.%s is a file',
  (ending) => {
    expect(isSeedFile(`world.${ending}`)).toBe(true)
  },
)

test.each(['demo', 'large:5', 'yaml', 'world.as', 'world.cs', 'world.jsx', 'world.yaml.bak'])(
  '%s is none',
  (world) => {
    expect(isSeedFile(world)).toBe(false)
  },
)
