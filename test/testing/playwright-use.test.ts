import { defineConfig } from '@playwright/test'
import { expect, test } from 'vitest'
// oxlint-disable-next-line no-unassigned-import -- it widens the types of Playwright, which is what is tested.
import '../../src/playwright.ts'

test('a Playwright configuration takes the options of the fixtures without type arguments', () => {
  const use = { dataset: 'demo', orgOptions: { delays: { search: 500 } } }
  expect(defineConfig({ use }).use).toEqual(use)
  // @ts-expect-error A dataset is a text or a seed.
  defineConfig({ use: { dataset: 5 } })
  // @ts-expect-error No option has this name.
  defineConfig({ use: { word: 'demo' } })
})
