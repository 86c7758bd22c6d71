import { createClient } from '../src/client.ts'
import { createOrg } from '../src/create-org.ts'
import { recordPact } from '../src/pact.ts'
import { walkOddly } from '../test/pact/odd-walk.ts'
import { walk } from '../test/pact/walk.ts'
import { jsonText } from './json-text.ts'

/** The text of `test/pact/walked.json`: two recorded sessions, with a line for each request and response. */
export async function renderWalkedPact(): Promise<string> {
  const plain = createOrg()
  const first = recordPact(plain, { consumer: 'web' })
  await walk(plain, createClient({ baseUrl: plain.baseUrl, token: plain.apiToken, fetch: plain.fetch }))
  const odd = createOrg()
  const second = recordPact(odd, { consumer: 'back-office', provider: 'id' })
  await walkOddly(odd)
  return jsonText([await first.pact(), await second.pact()], 4)
}
