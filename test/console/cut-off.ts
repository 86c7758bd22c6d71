import type { Page } from 'playwright-core'

/** Widths of a small phone, a phone, a window at 200 %, a tablet and a window, in pixels. */
const widths = [320, 390, 600, 768, 1280]

/**
 * The parts of the console that are cut off at the usual or the given widths. It finds controls that a clipping box
 * hides even after scrolling. It also finds buttons of rows outside their table, and pages that scroll sideways.
 */
export async function cutOff(page: Page, at: readonly number[] = widths): Promise<string[]> {
  const { height } = page.viewportSize()!
  const found: string[] = []
  for (const width of at) {
    await page.setViewportSize({ width, height })
    // Tables measure themselves once they were laid out.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
    for (const each of await page.evaluate(look)) found.push(`${width}: ${each}`)
  }
  return found
}

/** Runs in the page. */
function look(): string[] {
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const found: string[] = []
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
  const controls = roots.flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>('button, input, select, textarea, summary, .actions a'),
  ])
  for (const control of controls) {
    const box = control.getBoundingClientRect()
    if (!control.checkVisibility() || box.width === 0) continue
    const isOfRow = control.closest('.row') !== null
    const name = `${control.localName} ${control.ariaLabel ?? control.getAttribute('name') ?? control.textContent}`
    for (let around = control.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY, contain } = getComputedStyle(around)
      const clips = /strict|content|paint/.test(contain)
      const { left, top, right, bottom } = around.getBoundingClientRect()
      const canScroll = { x: /auto|scroll/.test(overflowX) && !isOfRow, y: /auto|scroll/.test(overflowY) }
      const isOut = {
        x: (clips || overflowX !== 'visible') && (box.left < left - 1 || box.right > right + 1),
        y: (clips || overflowY !== 'visible') && (box.top < top - 1 || box.bottom > bottom + 1),
      }
      if ((isOut.x && !canScroll.x) || (isOut.y && !canScroll.y)) {
        const across = `${Math.round(box.left)}-${Math.round(box.right)} of ${Math.round(left)}-${Math.round(right)}`
        const down = `${Math.round(box.top)}-${Math.round(box.bottom)} of ${Math.round(top)}-${Math.round(bottom)}`
        found.push(`${name} is cut off by ${around.localName}.${around.className}: ${across}, ${down}`)
        break
      }
    }
  }
  return found
}
