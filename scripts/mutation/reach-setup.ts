import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect } from 'vitest'

/** Loaded before each test file while `reach.ts` records the parts of the source that it runs. */
const hits = new Set<number>()
;(globalThis as { mutationReach?: (region: number) => void }).mutationReach = (region) =>
  void hits.add(region)

let loaded: number[] = []
beforeAll(() => {
  loaded = [...hits]
  hits.clear()
})
afterAll(() => {
  const folder = process.env['MUTATE_REACH'] as string
  mkdirSync(folder, { recursive: true })
  const name = encodeURIComponent(expect.getState().testPath as string)
  writeFileSync(`${folder}/${name}`, JSON.stringify({ loaded, ran: [...hits] }))
})
