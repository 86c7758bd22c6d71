import { isPagePath } from '../handlers/routes.ts'

/** Opens a page of the service over the page. `form` is the text of a form to send by POST. */
export type OpenPage = (url: string, form?: string) => Promise<void>

/**
 * Opens the service's pages over the page, when a link, a form or a script navigates to one. Also when the page itself
 * was loaded at such an address: a development server may answer every path with it.
 *
 * @returns A function that stops it.
 */
export function openPages(baseUrl: string, open: OpenPage): () => void {
  const stop = new AbortController()
  const options = { signal: stop.signal }
  // Also catches links to new windows, which do not navigate this one.
  document.addEventListener('click', (event) => openLink(event, baseUrl, open), options)
  document.addEventListener('submit', (event) => openForm(event, baseUrl, open), options)
  // Navigation by a script. Browsers of 2025 and earlier may not report it.
  globalThis.navigation?.addEventListener(
    'navigate',
    (event) => openDestination(event, baseUrl, open),
    options,
  )
  // An application may have a page at /signin, too; the links of the service's own pages have a query.
  if (isPage(location.href, baseUrl) && !/\/(?:signin|activate)$/.test(location.href))
    void open(location.href)
  return () => stop.abort()
}

/** Whether an address is that of a page of the service: of sign-in, or behind a link of a mail. */
export function isPage(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`) && isPagePath(url.slice(baseUrl.length).split(/[?#]/, 1)[0]!)
}

function openLink(event: MouseEvent, baseUrl: string, open: OpenPage): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
  if (!link || !isPage(link.href, baseUrl)) return
  event.preventDefault()
  void open(link.href)
}

function openForm(event: SubmitEvent, baseUrl: string, open: OpenPage): void {
  const form = event.composedPath()[0] as HTMLFormElement
  const target = new URL(
    event.submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '',
    document.baseURI,
  )
  if (event.defaultPrevented || !isPage(target.href, baseUrl)) return
  event.preventDefault()
  const text = formText(new FormData(form, event.submitter))
  if (form.method === 'post') void open(target.href, text)
  else void open(`${target.origin}${target.pathname}?${text}`)
}

function openDestination(event: NavigateEvent, baseUrl: string, open: OpenPage): void {
  const { destination, navigationType, formData, downloadRequest } = event
  if (!event.cancelable || destination.sameDocument || downloadRequest !== null) return
  if ((navigationType !== 'push' && navigationType !== 'replace') || !isPage(destination.url, baseUrl)) return
  event.preventDefault()
  void open(destination.url, formData ? formText(formData) : undefined)
}

/** The text that a browser sends for a form. */
export function formText(form: FormData): string {
  return new URLSearchParams([...form].map(([name, value]) => [name, value as string])).toString()
}
