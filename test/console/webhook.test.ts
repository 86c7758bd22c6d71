import { expect } from 'vitest'
import { withChromium } from '../support/chromium.ts'
import { receiver, webhookSecret } from '../support/receiver.ts'
import { axeFindings } from './axe.ts'
import { Served, tabTo } from './served.ts'

const served = new Served()

withChromium('19: see which events a receiver took, and send them again', async () => {
  const { url, messages } = await receiver(500, 500, 204)
  const page = await served.open('webhook')
  const type = async (label: string, text: string): Promise<void> => {
    await tabTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
  }
  await page.getByText('No webhook is set').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Set a webhook' }))
  await page.keyboard.press('Enter')
  await type('URL', url)
  await type('Secret', 'whsec_short')
  await page.keyboard.press('Enter')
  await page.getByText('Expected whsec_ and then 24 to 64 bytes in base64').waitFor()
  await type('Secret', webhookSecret)
  await type('Types', 'group.*')
  await tabTo(page, page.getByRole('button', { name: 'Set', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByText('0 events delivered, 0 waiting, 0 dropped. Sends group.*').waitFor()

  // Its second attempt would come in ten minutes at most.
  await served.server.org.control.setWebhook({ url, secret: webhookSecret, retryDelay: '10m' })
  await served.api('POST', '/api/v1/groups', { profile: { name: 'Told' } })
  const row = page.getByRole('row', { name: /waiting/ })
  await row.getByRole('cell', { name: '500', exact: true }).waitFor()
  await row.locator('time').waitFor()
  expect(await axeFindings(page)).toEqual([])
  const again = page.getByRole('button', { name: /^Send again/ })
  await tabTo(page, again)
  await page.keyboard.press('Enter')
  await expect.poll(() => messages.length).toBe(2)
  await row.getByRole('cell', { name: '2', exact: true }).waitFor()
  await tabTo(page, again)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: /delivered 3 204 none/ }).waitFor()
  await page.getByText('1 event delivered, 0 waiting, 0 dropped. Sends every event.').waitFor()
  expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await tabTo(page, page.getByRole('button', { name: 'Remove the webhook' }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove the webhook: sure?' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('No webhook is set').waitFor()
  expect(await served.server.org.control.readWebhook()).toMatchObject({ state: 'none' })
})
