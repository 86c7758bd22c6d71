import type { WireReply } from '../handlers/wire.ts'
import { html, Html } from './html.ts'
import { base64Sha256 } from './page.ts'

/** A page that does one thing by itself. */
interface ScriptedPage {
  readonly heading: string
  readonly content: Html
  /** Runs once the page is there. Must not contain text that ends the element. */
  readonly script: string
  /** Where a form of the page leads, as a Content-Security-Policy names it. */
  readonly leadsTo?: string
  /** Whether a page of another origin may have it in a frame. */
  readonly isFramed?: boolean
}

/** Makes the reply that shows a page with a script, which is the only one that its policy lets run. */
export function scriptedPage({ heading, content, script, leadsTo, isFramed }: ScriptedPage): WireReply {
  const hash = base64Sha256(script)
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${heading}</title>
      </head>
      <body>
        ${content}${new Html(`<script>${script}</script>`)}
      </body>
    </html> `
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${hash}'`,
    `form-action ${leadsTo ?? "'none'"}`,
    ...(isFramed ? [] : ["frame-ancestors 'none'"]),
    "base-uri 'none'",
  ]
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
    body: body.text,
  }
}
