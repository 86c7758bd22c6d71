import { createOrganisation } from '../../../src/organisation.ts'
import { registerChecks } from '../../../conformance/index.ts'

// The checks become tests of this very file: the way a Vitest user includes them.
const org = createOrganisation()
await registerChecks({
  baseUrl: org.baseUrl,
  token: org.apiToken,
  fetch: org.fetch,
  ledger: false,
  only: ['users.suspend.not-active'],
})
