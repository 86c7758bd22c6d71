/** A page of the largest size takes some 150 kB; each character may take three bytes. */
const size = 1024 * 1024
const mostKept = 8
const comma = 44
const opening = 91
const closing = 93

/** Buffers in which lists are put together; used again, since memory that is fresh costs more than the writing. */
const kept: Buffer[] = []

/** A list as it goes over the wire, in a buffer that is given back once it is sent. */
export interface WrittenList {
  readonly bytes: Buffer
  readonly giveBack: () => void
}

/** Writes elements, each JSON text already, as one JSON list; undefined where they might not fit. */
export function writeList(elements: readonly string[]): WrittenList | undefined {
  let longest = 2
  for (const element of elements) longest += element.length * 3 + 1
  if (longest > size) return undefined
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
