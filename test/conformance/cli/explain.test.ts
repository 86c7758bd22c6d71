/** explained.txt shows the text for one requirement, for several, and for an unknown id. */
import { expect, test } from 'vitest'
import { requirements } from '../../../conformance/registry/requirements.ts'
import { docs } from '../../../src/contract/docs-links.ts'
import { runHere } from '../../cli/run-here.ts'
import { expectGolden } from '../../support/golden-cases.ts'

const explain = (id: string) => runHere(['conform', 'explain', id])

test('a requirement is explained: its text, its source, its needs and the checks that judge it', async () => {
  await expectGolden(new URL('explained.txt', import.meta.url), async (id) => {
    const { code, out, error } = await explain(id)
    expect([code, out === '']).toEqual(error === '' ? [0, false] : [2, true])
    return (out + error).replaceAll(docs, 'DOCS')
  })
})

test('the name of an area lists its requirements', async () => {
  const lines = (await explain('lifecycle')).out.split('\n').filter((line) => !line.startsWith(' '))
  expect(lines).toEqual(requirements.filter(({ area }) => area === 'lifecycle').map(({ id }) => id))
})

test('exploration says how many requirements it reaches, as the text of each says', async () => {
  const { out } = await explain('exploration')
  const [, reached = '', graded = ''] = /reaches (\d+) of the (\d+) graded/.exec(out) ?? []
  const texts = await Promise.all(requirements.map(async ({ id }) => (await explain(id)).out))
  expect(texts.filter((text) => text.includes('\n  Explored ')).length).toBe(Number(graded))
  expect(texts.filter((text) => /\n  Explored    (with --control, )?by /.test(text)).length).toBe(
    Number(reached),
  )
})
