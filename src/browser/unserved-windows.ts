import { isPage } from './open-pages.ts'
import { warn } from './warn.ts'

/** How often the address of a popup is looked at, and for how long, in milliseconds. */
const pause = 50
const patience = 10_000

/**
 * Warns about popups and frames that lead to a page of the service if this page cannot answer them. They reach the
 * network. A library that waits for them reports only a timeout.
 *
 * @param isAnswered Whether the page has answered such an address, as it does for frames with msw 3.
 * @returns A function that stops it.
 */
export function warnOfWindows(baseUrl: string, isAnswered: (url: string) => boolean): () => void {
  const stop = new AbortController()
  const isForeign = new URL(baseUrl).origin !== location.origin

  /** @returns Whether the window is where it leads, so that it need not be looked at again. */
  const examine = (kind: Kind, asked: string, window: Window | null): boolean => {
    if (isPage(asked, baseUrl)) return tell(kind, asked, isAnswered)
    const there = addressOf(window)
    if (there !== undefined) return isPage(there, baseUrl) && tell(kind, there, isAnswered)
    if (isForeign && !isOther(asked))
      warn(`A ${kind} leads to another origin. If that is ${baseUrl}: ${advice[kind]}`)
    return true
  }

  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLIFrameElement)
      examine('frame', target.src || 'about:blank', target.contentWindow)
  }
  // Events of frames do not bubble.
  document.addEventListener('load', onLoad, { capture: true, signal: stop.signal })

  const { open } = globalThis
  const watched: typeof open = (url, ...others) => {
    const window = open.call(globalThis, url, ...others)
    const asked = url === undefined || url === '' ? 'about:blank' : new URL(url, document.baseURI).href
    if (window && !examine('popup', asked, window)) {
      const timer = setInterval(() => {
        if (window.closed || examine('popup', asked, window)) clearInterval(timer)
      }, pause)
      setTimeout(() => clearInterval(timer), patience)
    }
    return window
  }
  globalThis.open = watched
  return () => {
    stop.abort()
    if (globalThis.open === watched) globalThis.open = open
  }
}

type Kind = 'popup' | 'frame'

const advice: Readonly<Record<Kind, string>> = {
  popup: 'only a server answers popups. Sign in by redirect, or run npx identikit serve.',
  frame:
    "frames need msw 3, and a baseUrl on the page's own origin. Sign in by redirect, or run npx identikit serve.",
}

function tell(kind: Kind, url: string, isAnswered: (url: string) => boolean): true {
  // Neither a secret nor a state belongs into a console.
  if (kind === 'popup' || !isAnswered(url))
    warn(`A ${kind} leads to the network: ${url.split(/[?#]/, 1)[0]}; ${advice[kind]}`)
  return true
}

/** Whether the requested address is of another origin. */
function isOther(asked: string): boolean {
  return asked !== 'about:blank' && new URL(asked).origin !== location.origin
}

/** Where a window is; undefined where that is another origin's. */
function addressOf(window: Window | null): string | undefined {
  try {
    return window?.location.href
  } catch {
    return undefined
  }
}
