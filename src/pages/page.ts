import { sha256 } from '@noble/hashes/sha2.js'
import { isForeignForm } from '../handlers/cors.ts'
import type { WireReply, WireRequest } from '../handlers/wire.ts'
import type { Org } from '../model/org.ts'
import type { Session } from '../model/tokens/records.ts'
import { cornerEnd, html, Html } from './html.ts'

/**
 * The token in the forms of a page that decide something. Only a browser that has the session, and was shown the page,
 * can send it. Cookies alone do not show that, since browsers send them along with forms of other pages.
 *
 * @param about The subject of the form, for a token of another page decides nothing.
 */
export function formToken({ value }: Pick<Session, 'value'>, about: string): string {
  return base64Sha256(`${about} ${value}`)
}

/** Whether a request sends the form of a page that its browser was shown in this session. */
export function isOwnForm(
  org: Org,
  request: WireRequest,
  token: string | null | undefined,
  expected: string,
): boolean {
  return request.method === 'POST' && token === expected && !isForeignForm(org, request)
}

/** The SHA-256 of a text in base64. */
export function base64Sha256(text: string): string {
  return btoa(String.fromCharCode(...sha256(new TextEncoder().encode(text))))
}

/** The content of a page and its headers. */
export interface Page {
  /** HTTP status. Default 200. */
  readonly status?: number
  /** The one heading, and the title. */
  readonly heading: string
  /** The error in the form, shown first and read by screen readers at once. */
  readonly problem?: string | undefined
  readonly content: Html
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[]
  /** Another origin that a form of the page may lead on to. */
  readonly leadsTo?: string | undefined
  /** Another origin that images of the page come from. */
  readonly imagesFrom?: string | undefined
  /** Addresses that the page loads in frames that nobody sees. */
  readonly frames?: readonly string[]
  /** Runs once the page is there. The policy allows no other script. Must not contain text that ends the element. */
  readonly script?: string | undefined
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 Inter, system-ui, sans-serif; --ground: light-dark(#f5f6f8, #0e1116); --surface: light-dark(#fff, #161a21); --line: light-dark(#dfe3e9, #2a303b); --edge: light-dark(#8a93a3, #697184); --text: light-dark(#1b2130, #e6e9ef); --faint: light-dark(#566074, #9ca6b7); --lead: light-dark(#3448c5, #a8b8ff) }
body { box-sizing: border-box; margin: 0; padding: 3.5rem 1rem; background: var(--ground); color: var(--text); display: grid; place-items: center; min-height: 100vh }
main { box-sizing: border-box; width: min(26rem, 100%); padding: 1.75rem; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem }
aside { position: absolute; top: .75rem; inset-inline-end: 1rem; display: flex; gap: .75rem; align-items: center; font-size: .85rem }
aside strong { padding: 0 .6rem; border-radius: 1rem; background: light-dark(#fcf0d4, #362a0e); color: light-dark(#7d4e00, #f2c46d) }
h1 { font-size: 1.4rem; line-height: 1.3; margin: 0 0 1rem }
h2 { font-size: 1rem; margin: 1.5rem 0 .5rem }
ul { padding: 0; list-style: none }
li { margin: 0 0 .5rem; overflow-wrap: anywhere }
dd { margin: 0 0 .75rem; overflow-wrap: anywhere }
dt { font-weight: 600 }
time { white-space: nowrap }
form[role=search] { display: grid; grid-template-columns: 1fr auto; gap: 0 .5rem; align-items: end; margin-bottom: .75rem }
form[role=search] label { grid-column: 1 / -1; margin-top: 0 }
form[role=search] button { padding-inline: 1rem }
label { display: block; font-weight: 600; margin-top: 1rem }
input { box-sizing: border-box; width: 100%; font: inherit; color: inherit; background: var(--surface); padding: .5rem .6rem; border: 1px solid var(--edge); border-radius: .4rem }
button { font: inherit; font-weight: 600; margin-top: 1.25rem; padding: .5rem 1.5rem; border: 1px solid transparent; border-radius: .4rem; background: var(--lead); color: light-dark(#fff, #10152b); cursor: pointer }
a { color: var(--lead) }
:focus-visible { outline: 2px solid var(--lead); outline-offset: 2px }
[role=alert] { padding: .75rem; border-radius: .4rem; background: light-dark(#fdeae8, #3d1c1a); color: light-dark(#ab2015, #ffa198) }
.hint { margin: .25rem 0 0; font-size: .9rem; color: var(--faint) }
.logo { display: block; max-width: 100%; max-height: 4rem; margin: 0 0 1rem }
button.other { margin-inline-start: .5rem; background: transparent; color: inherit; border-color: var(--edge) }
button.person { width: 100%; margin-top: 0; padding: .4rem .75rem; text-align: start; overflow-wrap: anywhere; font-weight: 400; background: transparent; color: inherit; border-color: var(--line) }
`

const styleHash = base64Sha256(style)

/** Apart from the template, for its hash stands in a header: not a blank may come in between the tags. */
const styleElement = new Html(`<style>${style}</style>`)

/** Makes the reply that shows a page: one column, one heading, no script, nothing loaded from anywhere. */
export function pageReply({
  status = 200,
  heading,
  problem,
  content,
  cookies = [],
  leadsTo,
  imagesFrom,
  frames = [],
  script,
}: Page): WireReply {
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${problem !== undefined && 'Error: '}${heading}</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${heading}</h1>
          ${problem !== undefined && html`<p role="alert" id="problem">${problem}</p>`} ${content}
        </main>
        <aside aria-label="Identikit"><strong>mock</strong>${new Html(cornerEnd)}
        ${frames.map((address) => html`<iframe hidden title="Signing out" src="${address}"></iframe>`)}
        ${script !== undefined && new Html(`<script>${script}</script>`)}
      </body>
    </html> `
  const policy = [
    `img-src ${["'self'", imagesFrom].join(' ').trimEnd()}`,
    ...(frames.length === 0 ? [] : [`frame-src ${[...new Set(frames.map(cspSource))].join(' ')}`]),
    ...(script === undefined ? [] : [`script-src 'sha256-${base64Sha256(script)}'`]),
  ]
  return { status, headers: { ...headersOf(leadsTo, policy), ...setCookies(cookies) }, body: body.text }
}

/** Leads the browser on, by GET, after a form was sent. */
export function redirectReply(location: string, cookies: readonly string[] = []): WireReply {
  const { 'Content-Type': _, ...headers } = headersOf()
  return { status: 303, headers: { ...headers, Location: location, ...setCookies(cookies) }, body: '' }
}

function setCookies(cookies: readonly string[]): WireReply['headers'] {
  return cookies.length === 0 ? {} : { 'Set-Cookie': cookies }
}

/** How a Content-Security-Policy names where an address leads: its origin, or its scheme. */
export function cspSource(address: string): string {
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(address) ?? []
  if (scheme === undefined) return "'self'"
  if (!/^https?:$/i.test(scheme) || !URL.canParse(address)) return scheme
  const { origin, hostname } = new URL(address)
  // A policy cannot name an IPv6 address, and a host with its signs would change it.
  return /^[\w.-]+$/.test(hostname) ? origin : scheme
}

/** An address with more parameters in its query, as a header can hold it. */
export function addressWith(
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const [before = '', fragment] = address.split(/(#.*)/s)
  const separator = given.length === 0 ? '' : before.includes('?') ? '&' : '?'
  const whole = `${before}${separator}${new URLSearchParams(given).toString()}${fragment ?? ''}`
  return whole.replaceAll(/[^\x21-\x7E]/g, encodeURIComponent)
}

function headersOf(
  leadsTo?: string,
  policy: readonly string[] = ["img-src 'self'"],
): Readonly<Record<string, string>> {
  const formAction = leadsTo === undefined ? "'self'" : `'self' ${leadsTo}`
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; ${policy.join('; ')}; style-src 'sha256-${styleHash}'; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
    // The address may hold a one-time token.
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  }
}
