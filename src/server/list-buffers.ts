/** The largest page takes about 150 kB; each character may take three bytes. */
const size = 1024 * 1024
const mostKept = 8
const comma = 44
const opening = 91
const closing = 93

/** Buffers for writing lists. They are used again, because fresh memory costs more than the writing. */
const kept: Buffer[] = []

/** A list as bytes to send; a reused buffer goes back once it is sent. */
export interface WrittenList {
  readonly bytes: Buffer
  readonly giveBack?: () => void
}

/** Lists that clients requested more than once, with their bytes: an application often asks for the same page. */
const repeated: { readonly elements: readonly string[]; readonly bytes: Buffer }[] = []
/** Lists that were sent once, recently. */
const seen: (readonly string[])[] = []
const mostRemembered = 8

/** Whether two lists have identical elements. Record texts exist once, so most comparisons are by reference. */
function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true
  return one.length === other.length && one.every((element, index) => element === other[index])
}

/** Longer lists, in characters, are written and sent as bytes. */
const longest = 16_384

/** Whether a list is short enough to go out as text in one piece with the head of its reply. */
export function isShort(elements: readonly string[]): boolean {
  let length = 0
  for (const element of elements) if ((length += element.length) > longest) return false
  return true
}

/** Writes elements, each already JSON text, as one JSON list; undefined if they might not fit. */
export function writeList(elements: readonly string[]): WrittenList | undefined {
  const known = repeated.find((each) => areSame(each.elements, elements))
  if (known) return known
  const written = write(elements)
  if (!written) return undefined
  const again = seen.findIndex((each) => areSame(each, elements))
  if (again === -1) {
    remember(seen, elements)
    return written
  }
  seen.splice(again, 1)
  const bytes = Buffer.from(written.bytes)
  written.giveBack?.()
  remember(repeated, { elements, bytes })
  return { bytes }
}

function remember<Item>(items: Item[], item: Item): void {
  if (items.length >= mostRemembered) items.shift()
  items.push(item)
}

function write(elements: readonly string[]): WrittenList | undefined {
  let most = 2
  for (const element of elements) most += element.length * 3 + 1
  if (most > size) return undefined
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(size)
  let end = 0
  buffer[end++] = opening
  for (const element of elements) {
    if (end > 1) buffer[end++] = comma
    end += buffer.write(element, end)
  }
  buffer[end++] = closing
  return {
    bytes: buffer.subarray(0, end),
    giveBack: () => {
      if (kept.length < mostKept) kept.push(buffer)
    },
  }
}
