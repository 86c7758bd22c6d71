import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type RunningServer, serve } from '../../src/server.ts'
import { hasChromium, launchChromium, withChromium } from '../support/chromium.ts'

const password = 'Tr0ub4dor'

let browser: Browser
let server: RunningServer
let page: Page
let complaints: string[]

beforeAll(async () => {
  if (hasChromium) browser = await launchChromium()
}, 300_000)

afterAll(async () => {
  await browser?.close()
})

beforeEach(async () => {
  if (!browser) return
  server = await serve({ port: 0, options: { apiToken: 'token' } })
  page = await browser.newPage()
  complaints = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
})

afterEach(async () => {
  await page?.close()
  await server?.close()
})

// oxlint-disable-next-line typescript/no-explicit-any -- a test asserts what is in it
async function api(method: string, path: string, body?: unknown): Promise<any> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: 'SSWS token', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}

async function newUser(login: string, credentials: unknown = {}): Promise<string> {
  const profile = { login, email: login, firstName: 'A', lastName: 'B' }
  return (await api('POST', '/api/v1/users', { profile, credentials })).id
}

const statusOf = async (id: string): Promise<string> => (await api('GET', `/api/v1/users/${id}`)).status

withChromium('a person activates an account by keyboard alone, and signs in', async () => {
  const id = await newUser('kaylee@example.com')
  const [mail] = await api('POST', '/_control/list-mails', {})

  await page.goto(mail.url)
  expect(await page.title()).toBe('Activate your account')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('newPassword')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Set password')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your account is active' }).waitFor()
  expect(await statusOf(id)).toBe('ACTIVE')

  await page.getByRole('link', { name: 'sign in' }).click()
  await page.getByLabel('Login').fill('kaylee')
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
  const me = `${server.url}/api/v1/users/me`
  expect(await (await page.request.get(me)).json()).toMatchObject({ id, status: 'ACTIVE' })

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  expect((await page.request.get(me)).status()).toBe(401)
  expect(complaints).toEqual([])
})

withChromium('a weak password is told about at once, by role and by field, and can be mended', async () => {
  const id = await newUser('wash@example.com', { password: { value: password } })
  const { resetPasswordUrl } = await api(
    'POST',
    `/api/v1/users/${id}/lifecycle/reset_password?sendEmail=false`,
  )

  await page.goto(resetPasswordUrl)
  await page.getByLabel('New password').fill('weak')
  await page.getByRole('button', { name: 'Set password' }).click()

  expect(await page.getByRole('alert').textContent()).toContain('Password requirements were not met')
  expect(await page.title()).toBe('Error: Reset your password')
  const field = page.getByLabel('New password')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('')
  const described = (await field.getAttribute('aria-describedby'))!.split(' ')
  for (const id of described) expect(await page.locator(`#${id}`).count()).toBe(1)

  await field.fill('Corr3ctHorse')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
  expect(await statusOf(id)).toBe('ACTIVE')
})

withChromium('an e-mail address is confirmed with one press of a button', async () => {
  const id = await newUser('zoe@example.com', { password: { value: password } })
  const { sessionCookie } = await api('POST', '/_control/open-session', { user: id })
  await fetch(`${server.url}/api/v1/users/me`, {
    method: 'POST',
    headers: { cookie: sessionCookie, 'content-type': 'application/json' },
    body: JSON.stringify({ profile: { email: 'new@example.com' } }),
  })
  const [mail] = await api('POST', '/_control/list-mails', { kind: 'email-verification' })

  await page.goto(mail.url)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor()

  expect((await api('GET', `/api/v1/users/${id}`)).profile.email).toBe('new@example.com')
})

withChromium('an expired password is changed on the sign-in page', async () => {
  const id = await newUser('book@example.com', { password: { value: password } })
  await api('POST', `/api/v1/users/${id}/lifecycle/expire_password`)

  await page.goto(`${server.url}/signin`)
  await page.getByLabel('Login').fill('book@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Change your password' }).waitFor()
  expect(await page.getByLabel('Login').inputValue()).toBe('book@example.com')
  await page.getByLabel('Present password').fill(password)
  await page.getByLabel('New password').fill('Corr3ctHorse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor()

  expect(await statusOf(id)).toBe('ACTIVE')
})

withChromium(
  'the style of a page is applied, and it fits a narrow screen in either colour scheme',
  async () => {
    await page.setViewportSize({ width: 320, height: 640 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto(`${server.url}/signin`)
      const shape = await page.evaluate(() => ({
        overflows: document.documentElement.scrollWidth > innerWidth,
        label: getComputedStyle(document.querySelector('label')!).fontWeight,
        background: getComputedStyle(document.documentElement).colorScheme,
      }))
      expect(shape).toEqual({ overflows: false, label: '600', background: 'light dark' })
    }
    expect(complaints).toEqual([])
  },
)
