/**
 * Runs in an empty page. Adds two boxes as large as a list of the console. `plain` has rows of five texts: no list can do
 * less. `empty` only scrolls.
 */
export function addReferences({ count, width, height }: Record<'count' | 'width' | 'height', number>): void {
  // As in the lists of the console.
  const rowHeight = 40
  const box = (id: string): readonly [HTMLElement, HTMLElement] => {
    const outer = document.createElement('div')
    const inner = document.createElement('div')
    outer.id = id
    outer.style.cssText = `width: ${width}px; height: ${height}px; overflow: auto; contain: strict`
    inner.style.cssText = `position: relative; height: ${count * rowHeight}px; contain: strict`
    outer.append(inner)
    document.body.append(outer)
    return [outer, inner]
  }
  box('empty')
  const [plain, body] = box('plain')
  const rows = Array.from({ length: Math.ceil(height / rowHeight) + 2 }, () => {
    const row = document.createElement('div')
    row.style.cssText =
      'position: absolute; width: 100%; height: 40px; display: flex; font: 14px system-ui; border-bottom: 1px solid #ddd; contain: strict'
    for (let cell = 0; cell < 5; cell += 1) {
      const text = document.createElement('div')
      text.style.cssText = 'flex: 1; white-space: nowrap; overflow: hidden; text-overflow: ellipsis'
      row.append(text)
    }
    body.append(row)
    return row
  })
  const draw = (): void => {
    const from = Math.floor(plain.scrollTop / rowHeight)
    for (let place = from; place < from + rows.length; place += 1) {
      const row = rows[place % rows.length]!
      if (row.dataset['place'] === String(place)) continue
      row.dataset['place'] = String(place)
      row.style.top = `${place * rowHeight}px`
      for (const [index, text] of [...row.children].entries())
        text.textContent = `cell ${index} of row ${place}`
    }
  }
  plain.addEventListener('scroll', draw, { passive: true })
  draw()
}
