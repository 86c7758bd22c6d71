import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { createOrganisation, type Organisation } from '../../src/organisation.ts'
import { type Answer, type Seen, startToy } from '../conformance/engine/toy-server.ts'
import { type Finished, runHere } from '../cli/run-here.ts'

/** A deployment to push to and pull from, and the calls that it got. */
export interface Deployment {
  readonly baseUrl: string
  readonly calls: Seen[]
  /** Runs `identikit push` or `pull` against it, in a folder of the test's own. */
  readonly run: (line: string, more?: Parameters<typeof runHere>[1]) => Promise<Finished>
  readonly folder: string
}

/** Serves a `fetch` function until the test ends; `instead` may answer first. */
export async function deploy(
  { fetch, token }: { readonly fetch: (request: Request) => Promise<Response>; readonly token: string },
  instead: (seen: Seen, calls: readonly Seen[]) => Answer | undefined = () => undefined,
): Promise<Deployment> {
  const calls: Seen[] = []
  const toy = await startToy(async (seen) => {
    calls.push(seen)
    const early = instead(seen, calls)
    if (early) return early
    const url = new URL(`${toy.baseUrl}${seen.path}`)
    url.search = seen.query.toString()
    const reply = await fetch(
      new Request(url, {
        method: seen.method,
        headers: seen.headers as Record<string, string>,
        ...(seen.body === '' ? {} : { body: seen.body }),
      }),
    )
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'identikit-transfer-'))
  onTestFinished(async () => {
    fs.rmSync(folder, { recursive: true, force: true })
    await toy.close()
  })
  return {
    baseUrl: toy.baseUrl,
    calls,
    folder,
    run: (line, more) =>
      runHere([...line.split(' '), '--base-url', toy.baseUrl, '--token', 'env:TOKEN'], {
        environment: { TOKEN: token },
        cwd: folder,
        ...more,
      }),
  }
}

/** An organisation of this package as a deployment. */
export async function deployOrg(
  org: Organisation = createOrganisation(),
  instead?: Parameters<typeof deploy>[1],
): Promise<Deployment & { readonly org: Organisation }> {
  const deployment = await deploy({ fetch: (request) => org.fetch(request), token: org.apiToken }, instead)
  return { ...deployment, org }
}

/** Writes a seed into the folder of a deployment. */
export function writeSeed({ folder }: Deployment, text: string): string {
  const file = path.join(folder, 'seed.yaml')
  fs.writeFileSync(file, text)
  return file
}

/** The one ledger in the folder of a deployment. */
export function ledgerOf({ folder }: Deployment): { file: string; text: string } {
  const name = fs.readdirSync(folder).find((each) => each.endsWith('.jsonl'))!
  const file = path.join(folder, name)
  return { file, text: fs.readFileSync(file, 'utf8') }
}
