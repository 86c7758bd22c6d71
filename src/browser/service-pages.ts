import type { WireReply } from '../handlers/wire.ts'
import { formText, isPage } from './open-pages.ts'
import type { PageOrg } from './page-org.ts'

/**
 * Shows a page of the service over the calling page. A service worker does not answer every navigation, and cannot
 * answer after the page with the organisation is gone.
 *
 * @param form The text of a form that is sent there by POST.
 * @returns A promise that resolves when the page is shown, is closed, or leads elsewhere.
 */
export async function showServicePage(org: PageOrg, url: string, form?: string): Promise<void> {
  shown?.close()
  shown = new ServicePages(org)
  await shown.go(url, form)
}

/** The pages that are shown now. */
let shown: ServicePages | undefined

/** A dialog with a frame for the pages of the service, which have no scripts there. */
class ServicePages {
  readonly #org: PageOrg
  readonly #dialog = document.createElement('dialog')
  readonly #address = document.createElement('span')
  readonly #frame = document.createElement('iframe')
  readonly closed: Promise<void>
  #url = ''

  constructor(org: PageOrg) {
    this.#org = org
    const { promise, resolve } = Promise.withResolvers<void>()
    this.closed = promise
    this.#draw()
    this.#dialog.addEventListener('close', () => {
      this.#dialog.remove()
      resolve()
    })
    this.#frame.addEventListener('load', () => this.#loaded())
  }

  /** Goes to a page, and on from there where it leads on. */
  async go(url: string, form?: string): Promise<void> {
    const { pathname, search, href } = new URL(url)
    const reply = (await this.#org.ask({
      kind: 'page',
      request: {
        method: form === undefined ? 'GET' : 'POST',
        path: pathname,
        query: search.slice(1),
        headers: [
          ['accept', 'text/html'],
          ['cookie', this.#org.cookieHeader],
          ...(form === undefined ? [] : [['content-type', 'application/x-www-form-urlencoded'] as const]),
        ],
        body: form ?? '',
      },
    })) as WireReply
    const headers = new Map(Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]))
    this.#keepCookies([headers.get('set-cookie') ?? []].flat())
    const onward = headers.get('location')
    if (onward === undefined) await this.#show(href, reply, String(headers.get('content-type')))
    else await this.#follow(new URL(String(onward), href).href)
  }

  close(): void {
    this.#dialog.close()
    // A dialog that was never open fires no `close` event.
    this.#dialog.dispatchEvent(new Event('close'))
  }

  #draw(): void {
    const close = document.createElement('button')
    close.textContent = 'Close'
    close.addEventListener('click', () => this.close())
    const bar = document.createElement('div')
    bar.append(this.#address, close)
    this.#dialog.append(bar, this.#frame)
    this.#dialog.setAttribute('aria-label', 'Page of the service')
    this.#frame.title = 'Page of the service'
    this.#frame.setAttribute('sandbox', 'allow-same-origin allow-forms')
    // Set one by one: a policy of the page may forbid style attributes.
    for (const [element, style] of [
      [
        this.#dialog,
        { width: 'min(32rem, 95vw)', padding: '0', border: '1px solid GrayText', borderRadius: '0.5rem' },
      ],
      [bar, { display: 'flex', gap: '0.5rem', padding: '0.5rem', font: '0.8rem system-ui, sans-serif' }],
      [this.#address, { flex: '1', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }],
      [this.#frame, { display: 'block', width: '100%', height: 'min(36rem, 75vh)', border: '0' }],
    ] as const)
      Object.assign(element.style, style)
  }

  async #show(url: string, { status, body }: WireReply, type: string): Promise<void> {
    this.#url = url
    this.#address.textContent = this.#address.title = url
    if (!this.#dialog.open) {
      document.body.append(this.#dialog)
      this.#dialog.showModal()
    }
    const text = /html/.test(type) ? body : asText(body || `The service answered ${status}.`)
    const page = new DOMParser().parseFromString(text, 'text/html')
    const frames = [...page.querySelectorAll('iframe')]
    for (const frame of frames) frame.remove()
    this.#frame.srcdoc = frames.length === 0 ? text : `<!doctype html>${page.documentElement.outerHTML}`
    const { promise: isLoaded, resolve } = Promise.withResolvers<unknown>()
    this.#frame.addEventListener('load', resolve, { once: true })
    void this.#leadOn(page, url, frames)
    await Promise.race([isLoaded, this.closed])
  }

  /**
   * Loads the frames of a page, and follows its refresh. The frame over the page cannot: its sandbox blocks refreshes,
   * and scripts in the applications that are signed out there.
   */
  async #leadOn(page: Document, url: string, frames: readonly HTMLIFrameElement[]): Promise<void> {
    const refresh = page.querySelector<HTMLMetaElement>('meta[http-equiv=refresh]')?.content ?? ''
    const [, seconds, target] = /^(\d+);url=(.+)$/.exec(refresh) ?? []
    const isThere = frames.map(async ({ src }) => {
      const frame = document.createElement('iframe')
      const { promise, resolve } = Promise.withResolvers<unknown>()
      frame.addEventListener('load', resolve)
      Object.assign(frame, { hidden: true, title: 'Signing out', src })
      this.#dialog.append(frame)
      await promise
    })
    if (target === undefined) return
    const patience = new Promise((resolve) => setTimeout(resolve, Number(seconds) * 1000))
    await Promise.race([Promise.all(isThere), patience])
    if (this.#dialog.open && this.#url === url) await this.#follow(new URL(target, url).href)
  }

  #loaded(): void {
    const page = this.#frame.contentDocument
    if (!page) return
    this.#frame.focus()
    page.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit(event.target as HTMLFormElement, event.submitter)
    })
    page.addEventListener('click', (event) => {
      const link = (event.target as Element).closest('a[href]')
      if (!link) return
      event.preventDefault()
      const target = new URL(link.getAttribute('href')!, this.#url).href
      if (this.#isPage(target)) void this.go(target)
      else window.open(target)
    })
    // A page with a script sends its form by itself: scripts do not run here.
    if (page.scripts.length > 0 && page.forms[0]) void this.#submit(page.forms[0], null)
  }

  async #submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const fields = new FormData(form, submitter)
    const target = new URL(form.getAttribute('action') ?? '', this.#url)
    if (form.method !== 'post') {
      target.search = formText(fields)
      return this.#follow(target.href)
    }
    if (this.#isPage(target.href)) return this.go(target.href, formText(fields))
    await this.#org.carry()
    this.close()
    sendForm(target.href, fields)
    return undefined
  }

  /** Goes to a page of the service here, and elsewhere with the page itself. */
  async #follow(target: string): Promise<void> {
    if (this.#isPage(target)) return this.go(target)
    await this.#org.carry()
    this.close()
    leaveFor(target)
    return undefined
  }

  #isPage(url: string): boolean {
    return isPage(url, this.#org.baseUrl)
  }

  #keepCookies(lines: readonly string[]): void {
    if (lines.length === 0) return
    const cookies = JSON.parse(this.#org.cookies) as Record<string, string>
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0\b/i.test(line)) delete cookies[name]
      else cookies[name] = value
    }
    this.#org.cookies = JSON.stringify(cookies)
  }
}

/** Loads a page like a redirect from another site, even if only the part after `#` differs. */
function leaveFor(target: string): void {
  const [path] = target.split('#', 1)
  if (path !== location.href.split('#', 1)[0]) {
    location.assign(target)
    return
  }
  history.pushState(null, '', target)
  location.reload()
}

/** Sends a form with the page itself, which leads away from it. */
function sendForm(action: string, fields: FormData): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of fields) {
    const input = document.createElement('input')
    Object.assign(input, { type: 'hidden', name, value })
    form.append(input)
  }
  document.body.append(form)
  HTMLFormElement.prototype.submit.call(form)
}

function asText(text: string): string {
  const element = document.createElement('pre')
  element.textContent = text
  element.style.whiteSpace = 'pre-wrap'
  return element.outerHTML
}
