import { createClient } from '../src/client.ts'
import { createOrg } from '../src/create-org.ts'
import { recordPact } from '../src/pact.ts'
import { walkOddly } from '../test/pact/odd-walk.ts'
import { walk } from '../test/pact/walk.ts'

/** The text of `test/pact/walked.json`: the recording of two consumers' sessions. */
export async function renderWalkedPact(): Promise<string> {
  const plain = createOrg()
  const first = recordPact(plain, { consumer: 'web' })
  await walk(plain, createClient({ baseUrl: plain.baseUrl, token: plain.apiToken, fetch: plain.fetch }))
  const odd = createOrg()
  const second = recordPact(odd, { consumer: 'back-office', provider: 'id' })
  await walkOddly(odd)
  return `${folded([await first.pact(), await second.pact()], '')}\n`
}

/** JSON with short values on one line. */
function folded(value: unknown, indent: string): string {
  const text = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || text.length + indent.length <= 150) return text
  const inner = `${indent} `
  const parts = Object.entries(value).map(
    ([name, member]) =>
      `${inner}${Array.isArray(value) ? '' : `${JSON.stringify(name)}: `}${folded(member, inner)}`,
  )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
