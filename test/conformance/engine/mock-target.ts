import { createOrganisation } from '../../../src/organisation.ts'
import { type Answer, type Seen, type Toy, startToy } from './toy-server.ts'

/** The bundled mock behind a server that may answer otherwise. */
export interface MockTarget extends Toy {
  readonly token: string
  /** Logins of users that are there, DEPROVISIONED ones too. */
  logins(): Promise<string[]>
}

/** Serves a fresh organisation. `rewrite` may change its answers; `instead` answers before it is asked. */
export async function startMock(
  rewrite: (answer: Answer, request: Seen) => Answer = (answer) => answer,
  instead: (request: Seen) => Answer | undefined = () => undefined,
): Promise<MockTarget> {
  const org = createOrganisation()
  const forward = async ({ method, path, query, headers, body }: Seen): Promise<Answer> => {
    const url = new URL(`http://mock.test${path}`)
    url.search = query.toString()
    const reply = await org.fetch(
      new Request(url, {
        method,
        headers: headers as Record<string, string>,
        ...(body === '' ? {} : { body }),
      }),
    )
    return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.text() }
  }
  const toy = await startToy(async (request) => instead(request) ?? rewrite(await forward(request), request))
  const logins = async (): Promise<string[]> => {
    const found = await Promise.all(
      ['status eq "DEPROVISIONED"', 'status lt "DEPROVISIONED" or status gt "DEPROVISIONED"'].map(
        async (search) => {
          const reply = await org.fetch(
            new Request(`http://mock.test/api/v1/users?limit=200&search=${encodeURIComponent(search)}`, {
              headers: { Authorization: `SSWS ${org.apiToken}` },
            }),
          )
          return (await reply.json()) as { profile: { login: string } }[]
        },
      ),
    )
    return found.flat().map(({ profile }) => profile.login)
  }
  return { ...toy, token: org.apiToken, logins }
}
