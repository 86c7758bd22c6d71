import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { renderLifecycle } from '../scripts/lifecycle-page.ts'

const docs = resolve(import.meta.dirname, '../docs')
const read = (name: string): string => readFileSync(resolve(docs, name), 'utf8')

test('the lifecycle page says what the table says', () => {
  const page = read('reference/lifecycle.md')

  expect(renderLifecycle(page)).toBe(page)
  expect(page).toContain('    ACTIVE --> SUSPENDED: suspend\n')
  expect(page).toContain('    SUSPENDED --> ACTIVE: unsuspend\n')
  expect(page).toContain('    any --> RECOVERY: reset_password, but not SUSPENDED\n')
  expect(page).toContain('    DEPROVISIONED --> [*]: DELETE\n')
})

test('the page on mails names every kind, and every path of a link', () => {
  const page = read('sign-in.md')
  const kinds = [
    'activation',
    'email-login',
    'welcome',
    'password-reset',
    'email-verification',
    'deactivation-notice',
  ]
  const paths = [
    '/welcome/{token}',
    '/tokens/{token}/verify',
    '/reset_password/{token}',
    '/signin/reset-password/{token}',
    '/verify/{token}',
  ]

  for (const name of [...kinds, ...paths]) expect(page).toContain(`\`${name}\``)
})
