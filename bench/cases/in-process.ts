import { getResponse, http, HttpResponse } from 'msw'
import { operations } from '../../src/contract/operations/index.ts'
import { loadDataset } from '../../src/fixtures/index.ts'
import { createOrg } from '../../src/index.ts'
import { ratioRow, rounded, type Row } from '../report.ts'
import { mediansInTurn } from '../rounds.ts'

const base = 'https://svc.example.com'
const scopes = ['openid', 'offline_access']

/** Measures our first handler, our last handler, and the same first request by 57 of msw's own, through msw. */
export async function mswRows(rounds: number): Promise<readonly Row[]> {
  const org = createOrg({ apiToken: 'bench-token' })
  await loadDataset(org, 'large:1000')
  const handlers = org.handlers()
  const ours = operations.map(({ method, path }) => ({ method, path }))
  const stock = ours.map(({ method, path }) =>
    http[method.toLowerCase() as 'get'](`${base}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, () =>
      HttpResponse.json({ id: 'x' }),
    ),
  )
  const user = org.model.users.collection.page({ limit: 2 }).items[1]!
  const client = org.control.registerClient({
    client_name: 'Bench',
    application_type: 'web',
    redirect_uris: ['https://bench.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
  })
  const issued = await org.control.issueTokens({ user: user.id, client: client.client_id, scopes })
  const headers = { authorization: 'SSWS bench-token' }
  // The first and the last handler that only read. The other ones do work that msw's own handlers do not do.
  const first = (): Request => new Request(`${base}/oauth2/v1/clients?limit=1`, { headers })
  const ofClient = `${base}/api/v1/users/${user.id}/clients/${client.client_id}`
  const last = (): Request => new Request(`${ofClient}/tokens/${issued.refresh_token_id}`, { headers })
  for (const request of [first(), last()]) {
    const response = await getResponse(handlers, request)
    if (response?.status !== 200) throw new Error(`${request.url} answered ${response?.status}`)
  }
  const rates = await mediansInTurn(rounds, {
    first: () => perSecond(() => getResponse(handlers, first())),
    last: () => perSecond(() => getResponse(handlers, last())),
    stock: () => perSecond(() => getResponse(stock, first())),
  })
  return (['first', 'last'] as const).map((which) =>
    ratioRow(
      `in process, through msw: the ${which} handler that reads`,
      [`${rounded(rates[which])}/s`, `57 stock handlers, first match: ${rounded(rates.stock)}/s`],
      rates[which] / rates.stock,
      '≥',
      2,
    ),
  )
}

async function perSecond(run: () => Promise<unknown>): Promise<number> {
  const duration = 700
  const start = performance.now()
  let count = 0
  while (performance.now() - start < duration) {
    await run()
    count += 1
  }
  return (count * 1000) / (performance.now() - start)
}
