import { pathBelow } from '../../src/handlers/router.ts'
import { routerOf } from '../../src/handlers/routes.ts'
import type { WireReply } from '../../src/handlers/wire.ts'
import { answerPage } from '../../src/pages/index.ts'
import { newUser, type TestOrg } from '../support/call.ts'

interface Sent {
  readonly method?: string
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly showsMails?: boolean
}

/** Opens a page as a browser does; with a form, sends that. */
export async function open({ org }: TestOrg, url: string, sent: Sent = {}): Promise<WireReply> {
  const { form, method = form ? 'POST' : 'GET', showsMails } = sent
  const { pathname, search } = new URL(url, 'https://svc.example.com')
  const headers: Record<string, string> = {
    ...(form ? { 'content-type': ' Application/X-WWW-Form-URLencoded ; charset=utf-8' } : {}),
    ...sent.headers,
  }
  const request = {
    method,
    path: pathname,
    query: search.slice(1),
    header: (name: string) => headers[name],
    body: form ? new URLSearchParams(form).toString() : '',
  }
  const match = routerOf(org).find(method, pathBelow(pathname, org.baseUrl))
  const reply =
    match && (await answerPage(org, request, match, showsMails === undefined ? {} : { showsMails }))
  if (!reply) throw new Error(`no page at ${url}`)
  return reply
}

export const cookiesOf = ({ headers }: WireReply) => (headers['Set-Cookie'] ?? []) as readonly string[]

/** A new user, and the link that it was mailed. */
export async function invited(
  it: TestOrg,
  profile: object = {},
): Promise<{ id: string; login: string; url: string }> {
  const { json } = await it.call('POST', '/api/v1/users', newUser({ ...profile }))
  return { id: json.id, login: json.profile.login, url: it.control.listMails({ userId: json.id })[0]!.url! }
}
