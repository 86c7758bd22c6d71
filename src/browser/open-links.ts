import { oneTimeLinkPatterns } from '../views/links.ts'

/**
 * Has links of mails open the service's pages over the page: those that are clicked, and the one at whose address the
 * page itself was loaded, as an application is that answers all paths.
 *
 * @returns What ends it.
 */
export function openLinks(baseUrl: string, open: (url: string) => Promise<void>): () => void {
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey) return
    const link = event.composedPath().find((each) => each instanceof HTMLAnchorElement)
    if (!link || !isOneTimeLink(link.href, baseUrl)) return
    event.preventDefault()
    void open(link.href)
  }
  document.addEventListener('click', onClick)
  if (isOneTimeLink(location.href, baseUrl)) void open(location.href)
  return () => document.removeEventListener('click', onClick)
}

/** Whether an address is that of a page behind a one-time link of a mail. */
function isOneTimeLink(url: string, baseUrl: string): boolean {
  if (!url.startsWith(`${baseUrl}/`)) return false
  const path = url.slice(baseUrl.length).split(/[?#]/, 1)[0]!
  return oneTimeLinkPatterns.some(({ pattern }) => pattern.test(path))
}
