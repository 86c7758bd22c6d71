import { expect, test } from 'vitest'
import { hollowServers, tryHollowServers } from '../../../conformance/proof/hollow.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'

test.each(hollowServers)('a server that $summary passes nothing', { timeout: 600_000 }, async (server) => {
  const [result] = await tryHollowServers({ createTarget: createConformTarget, servers: [server] })
  expect(result?.passed).toEqual([])
})
