import { existsSync, readFileSync } from 'node:fs'
import { UsageError } from '../../server/usage-error.ts'
import type { Framework, Runner } from './project.ts'

const file = new URL('../../../docs/reference/agent-skill.md', import.meta.url)

const front = `---
name: identikit
description: Test or run code that calls an identity management API (users, groups, OAuth clients, sign-in) against Identikit, a mock of it. Use it when a test needs users in a status, sign-ins, mails, expired links, rate limits, or an error of this API.
---

`

/** The page that init takes its code from: what it adds is what the page shows. */
function page(): string {
  // In the package, this code lies one folder higher.
  const found = [file, new URL('../../docs/reference/agent-skill.md', import.meta.url)].find((each) =>
    existsSync(each),
  )
  if (found) return readFileSync(found, 'utf8')
  throw new UsageError('this executable has no templates; run: npx identikit init')
}

/** The skill file: the page, with the front matter that agents read first. */
export function skill(): string {
  return front + page()
}

/** The code of the page for a runner or a framework. */
export function snippet(name: Runner | Framework): string {
  const [, code] = new RegExp(`^## ${name}\\n[^]*?^\`\`\`js\\n([^]*?)^\`\`\`$`, 'm').exec(page())!
  return code!
}
