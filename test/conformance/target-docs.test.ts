import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { fixtureKinds } from '../../conformance/engine/plan/prerequisite.ts'
import { parseTargetProfile } from '../../conformance/engine/plan/target-profile.ts'
import { publishedSchemas } from '../../conformance/report/report-schema.ts'

const page = ['conformance.md', 'reference/target-profile.md']
  .map((name) => fs.readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8'))
  .join('\n')
const blocks = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)]
  .map(([, text = '']) => text)
  .filter((text) => /^(things|features):/m.test(text))

test('the page shows each of the things of a target profile as YAML', () => {
  const shown = blocks.flatMap((text) => Object.keys((parse(text) as { things: object }).things))
  expect(new Set(shown)).toEqual(new Set(fixtureKinds))
  expect(fixtureKinds).toHaveLength(27)
})

test.each(blocks)('a run accepts this block of the page unchanged: %j', (text) => {
  expect(() => parseTargetProfile(parse(text))).not.toThrow()
})

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The places of all members that a schema knows, lists passed through. */
function placesOf({ properties = {}, items, anyOf = [] }: Schema, at = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      `${at}.${name}`,
      ...placesOf(schema, `${at}.${name}`),
    ]),
    ...(items === undefined ? [] : placesOf(items, at)),
    ...anyOf.flatMap((each) => placesOf(each, at)),
  ]
}

function placesIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => placesIn(each, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    `${at}.${name}`,
    ...placesIn(each, `${at}.${name}`),
  ])
}

test('every field of a target profile stands in a block of the page', () => {
  // A call is described alike wherever one is.
  const asCall = (place: string): string =>
    place.replace(/^\.things\.(sign-in|access-tokens\.introspect)\./, '.call.')
  const shown = new Set(blocks.flatMap((text) => placesIn(parse(text))).map(asCall))
  const schema = publishedSchemas()['target.schema.json'] as Schema
  const missing = [...new Set(placesOf(schema).map(asCall))].filter(
    (place) => !shown.has(place) && place !== '.$schema',
  )
  // Things that are a user, or a group, are written alike: what one of them shows holds for all.
  const alike = /^\.things\.([a-z-]+-(?:group|user|block)|factor)\.(login|name|sourceId|disposable)$/
  expect(missing.filter((place) => !alike.test(place))).toEqual([])
  for (const [kind, field] of [
    ['group', 'name'],
    ['group', 'sourceId'],
    ['group', 'disposable'],
    ['user', 'login'],
    ['user', 'disposable'],
  ])
    expect([...shown].some((place) => place.includes(`-${kind}.`) && place.endsWith(`.${field}`))).toBe(true)
})
