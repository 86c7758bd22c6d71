import { html, Html } from '../pages/html.ts'
import type { WireReply } from '../handlers/wire.ts'
import { cspSource } from '../pages/page.ts'
import { scriptedPage } from '../pages/scripted-page.ts'
import type { Target } from './authorize-request.ts'

/** The members of an answer, in their order; undefined ones are left out. */
export type Answer = Readonly<Record<string, string | undefined>>

/**
 * Sends the browser to the client with a code, tokens or an error, in the form that the request named.
 *
 * @param method The request's method. The browser goes on by GET after a form.
 */
export function respond(target: Target, issuer: string, answer: Answer, method: string): WireReply {
  const members = Object.entries({ ...answer, state: target.state, iss: issuer }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const { mode, redirectUri } = target
  if (mode === 'form_post') return formPost(redirectUri, members)
  if (mode === 'post_message') return postMessage(redirectUri, members)
  const text = new URLSearchParams(members).toString()
  const separator = mode === 'fragment' ? '#' : redirectUri.includes('?') ? '&' : '?'
  return {
    status: method === 'POST' ? 303 : 302,
    headers: {
      Location: `${redirectUri}${separator}${text}`.replaceAll(/[^\x21-\x7E]/g, encodeURIComponent),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
    body: '',
  }
}

/** OAuth 2.0 Form Post Response Mode: a form that sends itself, or is sent by hand where scripts are off. */
function formPost(redirectUri: string, members: readonly (readonly [string, string])[]): WireReply {
  const fields = members.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
  return scriptedPage({
    heading: 'Back to the application',
    content: html`<form method="post" action="${redirectUri}">
      ${fields}
      <button>Continue</button>
    </form>`,
    script: 'document.forms[0].submit()',
    leadsTo: cspSource(redirectUri),
  })
}

/** Hands the answer to the page that opened this one or frames it, if that page is the client's. */
function postMessage(redirectUri: string, members: readonly (readonly [string, string])[]): WireReply {
  const data = JSON.stringify(Object.fromEntries(members))
  const origin = JSON.stringify(new URL(redirectUri).origin)
  // Within a script element only this could end it.
  const script = `const to=window.opener||window.parent;to.postMessage(${data},${origin})`.replaceAll(
    '<',
    '\\u003c',
  )
  return scriptedPage({ heading: 'Back to the application', content: new Html(''), script, isFramed: true })
}
