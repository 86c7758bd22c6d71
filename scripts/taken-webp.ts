import { resolve } from 'node:path'
import type { Page } from 'playwright-core'

/** Each picture of the docs is taken in both. */
export const schemes = ['light', 'dark'] as const

export type Scheme = (typeof schemes)[number]

/** A picture of a page as WebP, which Playwright itself does not take. */
export async function takenWebp(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
  await session.detach()
  return Buffer.from(data, 'base64')
}

/** The folder that a command writes pictures to: `--out FOLDER`, or the usual one in the project. */
export function pictureFolder(usual: string): string {
  const at = process.argv.indexOf('--out')
  return at < 0 ? resolve(import.meta.dirname, '..', usual) : resolve(process.argv[at + 1] ?? '')
}
