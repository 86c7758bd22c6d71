import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An interaction of a sample pact; omitted parts are those of reading a user. */
export interface Sample {
  readonly description?: string
  readonly pending?: boolean
  readonly states?: readonly { readonly name: string; readonly params?: Readonly<Record<string, unknown>> }[]
  readonly request?: Readonly<Record<string, unknown>>
  readonly response?: Readonly<Record<string, unknown>>
}

/** A body as version 4 of the specification wraps it. */
export function json(content: unknown): Record<string, unknown> {
  return { content, contentType: 'application/json', encoded: false }
}

/** A pact of version 4 with some interactions. */
export function pactOf(...interactions: readonly Sample[]): Record<string, unknown> {
  return {
    consumer: { name: 'web' },
    provider: { name: 'identity-service' },
    interactions: interactions.map(({ description, pending = false, states, request, response }, index) => ({
      type: 'Synchronous/HTTP',
      description: description ?? `interaction ${index + 1}`,
      pending,
      providerStates: states ?? [{ name: 'user {id} is {status}', params: { id: '00u1', status: 'ACTIVE' } }],
      request: {
        method: 'GET',
        path: '/api/v1/users/00u1',
        headers: { Accept: ['application/json'], Authorization: ['SSWS example'] },
        ...request,
      },
      response: {
        status: 200,
        headers: { 'Content-Type': ['application/json'] },
        body: json({ id: '00u1', status: 'ACTIVE' }),
        ...response,
      },
    })),
    metadata: { pactSpecification: { version: '4.0' } },
  }
}

/** Writes a pact into its own folder, and returns its path. */
export async function writePact(pact: unknown, name = 'pact.json'): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'identikit-test-pact-')), name)
  await writeFile(path, typeof pact === 'string' ? pact : JSON.stringify(pact))
  return path
}
