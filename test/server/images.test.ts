import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Dispatcher } from '../../src/handlers/dispatcher.ts'
import type { Org } from '../../src/model/org.ts'
import { Front } from '../../src/server/front.ts'
import { answerImage } from '../../src/server/images.ts'
import { testOrg } from '../support/call.ts'
import { createGroup, createUser } from '../support/groups.ts'

function widthOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(16)
}

function imageAt(href: string): Uint8Array {
  const image = answerImage(new URL(href).pathname.replace('/assets/logos/', ''))!
  expectDecodes(image)
  return image
}

/** The rules of a PNG decoder: the signature, chunks with correct sums, and a row of pixels for each line. */
function expectDecodes(bytes: Uint8Array): void {
  expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  const data: Uint8Array[] = []
  for (let at = 8; at < bytes.length;) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    expect(view.getUint32(at + 8 + length), name).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)))
    names.push(name)
    if (name === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  expect([names[0], names.at(-1)]).toEqual(['IHDR', 'IEND'])
  const width = widthOf(bytes)
  expect(inflateSync(Buffer.concat(data))).toHaveLength(width * (1 + Math.ceil(width / 8)))
}

test('every logo that a group links to is an image, the large one larger than the medium one', async () => {
  const { call, control } = testOrg()
  await createGroup(call)
  control.importGroup({ profile: { name: 'crew' } })
  const { json } = await call('GET', '/api/v1/groups')
  const logos = json.map((group: { _links: { logo: { href: string }[] } }) => group._links.logo)
  expect(logos).toHaveLength(3)
  for (const [medium, large] of logos) {
    expect(widthOf(imageAt(medium.href))).toBe(64)
    expect(widthOf(imageAt(large.href))).toBeGreaterThan(widthOf(imageAt(medium.href)))
  }
})

test('browsers get the icon that they ask for unasked', async () => {
  const { body } = await ask(testOrg().org, 'GET', '/favicon.ico')
  expectDecodes(body as Uint8Array)
  expect(widthOf(body as Uint8Array)).toBe(64)
})

test('the logo of an application is an image', async () => {
  const { call, control } = testOrg()
  const user = await createUser(call)
  const app = control.setApplication({ label: 'Mail' })
  control.assignApplication({ application: app.id, user: user.id })
  const [link] = (await call('GET', `/api/v1/users/${user.id}/appLinks`)).json
  expect(widthOf(imageAt(link.logoUrl))).toBe(64)
})

test.each([
  '/assets/logos/other-medium.png',
  '/assets/logos/none.png',
  '/assets/logos/',
  '/assets/logos/group-medium.gif',
])('no image exists at %s', async (path) => {
  const { org } = testOrg()
  expect(await ask(org, 'GET', path)).toMatchObject({ status: 404 })
})

/** Asks a server of an organisation. */
function ask(org: Org, method: string, path: string) {
  const front = new Front(new Dispatcher(org), { control: 'closed' })
  return front.answer({ method, path, query: '', body: '', header: () => undefined })
}

test('an image may be kept for a day', async () => {
  const { org } = testOrg({ baseUrl: 'https://id.test/base' })
  const image = {
    status: 200,
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
    body: answerImage('app-medium.png')!,
  }
  expect(await ask(org, 'GET', '/base/assets/logos/app-medium.png')).toEqual(image)
  expect(await ask(org, 'GET', '/favicon.ico')).toEqual(image)
  expect(await ask(org, 'POST', '/favicon.ico')).toMatchObject({
    status: 405,
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  })
})
