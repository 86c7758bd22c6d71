import { expect } from 'vitest'
import { holdTraffic } from './held-traffic.ts'

// Runs before each file of tests. Others break replies on purpose, or set what the document does not describe.
holdTraffic(
  /\/test\/(?:explanations|handlers)\/|\/openapi\/properties\./.test(expect.getState().testPath ?? ''),
)
