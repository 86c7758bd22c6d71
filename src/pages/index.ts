import { allowHeader, optionsReply } from '../handlers/allow.ts'
import { isForeignForm } from '../handlers/cors.ts'
import { foreignEncoding } from '../handlers/parse-input.ts'
import type { Cause } from '../model/kernel/changes.ts'
import type { Match } from '../handlers/router.ts'
import type { ServedKind } from '../handlers/routes.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import type { OneTimePurpose } from '../model/tokens/records.ts'
import { showHome } from './home-page.ts'
import { html } from './html.ts'
import { showLink, useLink } from './link-page.ts'
import { pageReply } from './page.ts'
import { sendRecovery, showRecovery } from './recovery-page.ts'
import { sendSignIn, showSignIn } from './sign-in-page.ts'
import { signOut } from './signed-out-page.ts'
import { startApp } from './start-page.ts'

/** The handlers of a page: one shows it, one receives its form. */
interface PageHandlers {
  /** The name that events show for what a person does with its form. */
  readonly name?: string
  readonly show?: () => WireReply
  readonly send?: (form: URLSearchParams) => Promise<WireReply>
}

const formType = 'application/x-www-form-urlencoded'

/**
 * Answers the pages for people: those behind the one-time links of mails (`/welcome/…`, `/tokens/…/verify`,
 * `/reset_password/…`, `/signin/reset-password/…`, `/verify/…`), `/signin`, `/signin/forgot-password` and `/signout`.
 * Also `/home/…`, which starts applications, and the page at the base URL itself.
 *
 * @param match Where its path leads.
 * @param showsMails Whether the page at the base URL shows mails, and with them one-time links. Default true.
 * @param hasConsole Whether the page at the base URL leads to the console. Default false.
 * @param cause The request, if it is recorded as the source of changes. A form makes it an act of a person.
 * @returns undefined for any other path.
 */
export async function answerPage(
  org: Org,
  request: WireRequest,
  match: Match<ServedKind>,
  {
    showsMails = true,
    hasConsole = false,
    cause = { kind: 'person' },
  }: {
    readonly showsMails?: boolean
    readonly hasConsole?: boolean
    readonly cause?: Cause | undefined
  } = {},
): Promise<WireReply | undefined> {
  const page = pageOf(org, request, match, { showsMails, hasConsole })
  if (!page) return undefined
  if (match.methods) return otherMethod(request, match.methods)
  const { show, send, name } = page
  if (request.method === 'GET') return show!()
  if (isForeignForm(org, request)) return refused(403, 'This form was not sent from here')
  if (foreignEncoding(request) !== undefined) {
    const reply = refused(415, 'This form is compressed')
    return { ...reply, headers: { ...reply.headers, 'Accept-Encoding': 'identity' } }
  }
  if (!isForm(request)) {
    const reply = refused(415, 'This is not a form')
    return { ...reply, headers: { ...reply.headers, Accept: 'application/x-www-form-urlencoded' } }
  }
  Object.assign(cause, { kind: 'person', name })
  return org.changes.during(cause, () => send!(new URLSearchParams(request.body)))
}

function pageOf(
  org: Org,
  request: WireRequest,
  { target: { kind, name }, params }: Match<ServedKind>,
  { showsMails, hasConsole }: { readonly showsMails: boolean; readonly hasConsole: boolean },
): PageHandlers | undefined {
  if (kind === 'home') return { show: () => showHome(org, showsMails, hasConsole) }
  if (kind === 'link') {
    const purpose = name as OneTimePurpose
    const token = params!['token']!
    return {
      name: `link: ${purpose}`,
      show: () => showLink(org, purpose, token),
      send: async (form) => useLink(org, request, purpose, token, form),
    }
  }
  if (kind !== 'page') return undefined
  const handlers: Readonly<Record<string, PageHandlers>> = {
    'sign-in': { show: () => showSignIn(org, request), send: (form) => sendSignIn(org, request, form) },
    'forgot-password': { show: () => showRecovery(), send: async (form) => sendRecovery(org, form) },
    'sign-out': { send: async () => signOut(org, request) },
    start: { show: () => startApp(org, request, params!['appId']!) },
  }
  return { name, ...handlers[name] }
}

function isForm(request: WireRequest): boolean {
  if (request.body === '') return true
  return request.header('content-type')?.split(';', 1)[0]!.trim().toLowerCase() === formType
}

/** The answer to a method that a page does not have, and to OPTIONS. */
export function otherMethod(request: WireRequest, methods: readonly string[]): WireReply {
  if (request.method === 'OPTIONS') return optionsReply(methods)
  const reply = refused(405, 'This page does not take that')
  return { ...reply, headers: { ...reply.headers, ...allowHeader(methods) } }
}

function refused(status: number, heading: string): WireReply {
  return pageReply({ status, heading, content: html`<p>Nothing was changed.</p>` })
}
