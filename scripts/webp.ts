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
