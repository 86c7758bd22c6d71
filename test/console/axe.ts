import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Axe {
  readonly run: (options: { readonly iframes: boolean }) => Promise<{
    readonly violations: { readonly id: string; readonly nodes: { readonly html: string }[] }[]
  }>
}

/** What axe finds wrong with a page. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(script)
  return page.evaluate(async () =>
    // It is not in the frames, which have an origin of their own.
    (await (globalThis as unknown as { axe: Axe }).axe.run({ iframes: false })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${JSON.stringify(nodes[0])}`,
    ),
  )
}
