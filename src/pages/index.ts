import { allowHeader, optionsReply } from '../handlers/allow.ts'
import { pathBelow } from '../handlers/base-path.ts'
import { isForeignForm } from '../handlers/cors.ts'
import { foreignEncoding } from '../handlers/parse-input.ts'
import type { Cause } from '../model/access/recorded-change.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import { oneTimeLinkPatterns } from '../views/links.ts'
import type { Org } from '../model/org.ts'
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
  readonly send?: (form: URLSearchParams) => WireReply | Promise<WireReply>
}

const formType = 'application/x-www-form-urlencoded'

/**
 * Answers the pages for people: those behind the one-time links of mails (`/welcome/…`, `/tokens/…/verify`,
 * `/reset_password/…`, `/signin/reset-password/…`, `/verify/…`), `/signin`, `/signin/forgot-password` and `/signout`.
 * Also `/home/…`, which starts applications, and the page at the base URL itself.
 *
 * @param request Its path may begin with that of the base URL.
 * @param showsMails Whether the page at the base URL shows mails, and with them one-time links. Default true.
 * @param hasConsole Whether the page at the base URL leads to the console. Default false.
 * @param cause The request, if it is recorded as the source of changes. A form makes it an act of a person.
 * @returns undefined for any other path.
 */
export function answerPage(
  org: Org,
  request: WireRequest,
  {
    showsMails = true,
    hasConsole = false,
    cause = { kind: 'person' },
  }: {
    readonly showsMails?: boolean
    readonly hasConsole?: boolean
    readonly cause?: Cause | undefined
  } = {},
): WireReply | Promise<WireReply> | undefined {
  const page = pageAt(org, request, showsMails, hasConsole)
  if (!page) return undefined
  if (request.method === 'GET' || request.method === 'HEAD') return page.show?.() ?? notAllowed(page)
  if (request.method === 'OPTIONS') return optionsReply(methodsOf(page))
  if (request.method !== 'POST' || !page.send) return notAllowed(page)
  if (isForeignForm(org, request)) return refused(403, 'This form was not sent from here')
  if (foreignEncoding(request) !== undefined) {
    const reply = refused(415, 'This form is compressed')
    return { ...reply, headers: { ...reply.headers, 'Accept-Encoding': 'identity' } }
  }
  if (!isForm(request)) {
    const reply = refused(415, 'This is not a form')
    return { ...reply, headers: { ...reply.headers, Accept: 'application/x-www-form-urlencoded' } }
  }
  const { send, name } = page
  Object.assign(cause, { kind: 'person', name })
  return org.traffic.recorder.during(cause, () => send(new URLSearchParams(request.body)))
}

function pageAt(
  org: Org,
  request: WireRequest,
  showsMails: boolean,
  hasConsole: boolean,
): PageHandlers | undefined {
  const path = pathBelow(request.path, org.baseUrl)
  if (path === '/') return { show: () => showHome(org, showsMails, hasConsole) }
  if (path === '/signin') {
    return {
      name: 'sign-in',
      show: () => showSignIn(org, request),
      send: (form) => sendSignIn(org, request, form),
    }
  }
  if (path === '/signin/forgot-password') {
    return { name: 'forgot-password', show: () => showRecovery(), send: (form) => sendRecovery(org, form) }
  }
  if (path.startsWith('/home/')) {
    const started = startApp(org, request, path)
    return started && { show: () => started }
  }
  if (path === '/signout') return { name: 'sign-out', send: () => signOut(org, request) }
  for (const { purpose, pattern } of oneTimeLinkPatterns) {
    const token = pattern.exec(path)?.[1]
    if (token === undefined) continue
    return {
      name: `link: ${purpose}`,
      show: () => showLink(org, purpose, token),
      send: (form) => useLink(org, purpose, token, form),
    }
  }
  return undefined
}

function isForm(request: WireRequest): boolean {
  if (request.body === '') return true
  return request.header('content-type')?.split(';', 1)[0]!.trim().toLowerCase() === formType
}

function methodsOf({ show, send }: PageHandlers): readonly string[] {
  return [...(show ? ['GET'] : []), ...(send ? ['POST'] : [])]
}

function notAllowed(page: PageHandlers): WireReply {
  const reply = refused(405, 'This page does not take that')
  return { ...reply, headers: { ...reply.headers, ...allowHeader(methodsOf(page)) } }
}

function refused(status: number, heading: string): WireReply {
  return pageReply({ status, heading, content: html`<p>Nothing was changed.</p>` })
}
