import type { WireReply } from '../handlers/wire.ts'
import type { Question } from './messages.ts'

/** What asks the organisation of the page. */
export interface Asking {
  readonly baseUrl: string
  readonly ask: (question: Question) => Promise<unknown>
}

/**
 * Shows a page of the service over the page that it is called from. A service worker answers no navigation, so a link of
 * a mail would lead to the network.
 *
 * @returns What resolves once the page was closed.
 */
export async function showServicePage(url: string, asking: Asking): Promise<void> {
  const pages = new ServicePages(asking)
  await pages.go(url, { method: 'GET', body: '' })
  await pages.closed
}

/** A dialog with a frame for the pages of the service, which have no scripts. */
class ServicePages {
  readonly #asking: Asking
  readonly #dialog = document.createElement('dialog')
  readonly #frame = document.createElement('iframe')
  /** The cookies that pages have set: a page cannot set those that scripts do not see. */
  readonly #cookies = new Map<string, string>()
  readonly closed: Promise<void>
  #url = ''

  constructor(asking: Asking) {
    this.#asking = asking
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    const close = document.createElement('button')
    close.textContent = 'Close'
    close.addEventListener('click', () => this.#dialog.close())
    this.#frame.title = 'Page of the service'
    // Set one by one: a policy of the page may forbid style attributes.
    Object.assign(this.#frame.style, {
      display: 'block',
      width: '100%',
      height: 'min(36rem, 75vh)',
      border: '0',
    })
    Object.assign(this.#dialog.style, { width: 'min(32rem, 95vw)', padding: '0.5rem' })
    this.#frame.setAttribute('sandbox', 'allow-same-origin allow-forms')
    this.#frame.addEventListener('load', () => this.#listen())
    this.#dialog.append(close, this.#frame)
    this.#dialog.addEventListener('close', () => {
      this.#dialog.remove()
      resolve()
    })
    document.body.append(this.#dialog)
    this.#dialog.showModal()
  }

  /** Goes to a page, and on from there where it leads on. */
  async go(url: string, sent: { readonly method: string; readonly body: string }): Promise<void> {
    const { pathname, search, href } = new URL(url)
    const reply = (await this.#asking.ask({
      kind: 'page',
      request: {
        ...sent,
        path: pathname,
        query: search.slice(1),
        headers: [
          ['cookie', [...this.#cookies].map((pair) => pair.join('=')).join('; ')],
          ...(sent.body === '' ? [] : [['content-type', 'application/x-www-form-urlencoded'] as const]),
        ],
      },
    })) as WireReply
    this.#keepCookies(reply)
    const { location: onward } = lowerCased(reply.headers)
    if (reply.status >= 300 && reply.status < 400 && onward !== undefined) {
      const target = new URL(onward, href).href
      if (this.#isService(target)) return this.go(target, { method: 'GET', body: '' })
      this.#dialog.close()
      location.assign(target)
      return undefined
    }
    this.#url = href
    this.#frame.srcdoc = reply.body
    return undefined
  }

  #listen(): void {
    const page = this.#frame.contentDocument
    page?.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit(event.target as HTMLFormElement, event.submitter)
    })
    page?.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a[href]')
      if (!link) return
      event.preventDefault()
      const target = new URL(link.getAttribute('href')!, this.#url).href
      if (this.#isService(target)) void this.go(target, { method: 'GET', body: '' })
      else window.open(target)
    })
  }

  async #submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, value as string])
    const body = new URLSearchParams(fields).toString()
    const target = new URL(form.getAttribute('action') ?? '', this.#url)
    if (form.method === 'post') return this.go(target.href, { method: 'POST', body })
    target.search = body
    return this.go(target.href, { method: 'GET', body: '' })
  }

  #isService(url: string): boolean {
    return url.startsWith(`${this.#asking.baseUrl}/`)
  }

  #keepCookies({ headers }: WireReply): void {
    for (const [name, value] of Object.entries(headers)) {
      if (name.toLowerCase() !== 'set-cookie') continue
      for (const line of [value].flat()) {
        const [, cookie = '', text = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        this.#cookies.set(cookie, text)
      }
    }
  }
}

function lowerCased(headers: WireReply['headers']): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
}
