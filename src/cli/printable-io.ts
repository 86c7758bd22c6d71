import type { ConformIo } from '../../conformance/cli/options.ts'
import { printable } from '../../conformance/engine/words/text.ts'

/** Control sequences of Identikit itself: the colours of a report, and a progress line that is overwritten. */
// oxlint-disable-next-line no-control-regex -- a terminal's commands are what is looked for.
const ours = /(\r|\u001B\[(?:2K|[12]m|22m|3[1-46]m|39m))/

/** The streams of a command, safe from control sequences in foreign texts: they are printed in visible form. */
export function printableIo(io: ConformIo): ConformIo {
  const written = (text: string): string =>
    text
      .split(ours)
      .map((part, index) => (index % 2 === 1 ? part : printable(part)))
      .join('')
  // Streams are opened at their first use, so this reads no property of theirs.
  const wrapped: Pick<ConformIo, 'out' | 'error' | 'progress'> = {
    out: (text) => io.out(io.colour ? written(text) : printable(text)),
    error: (text) => io.error(printable(text)),
    get progress() {
      const { progress } = io
      return progress && { ...progress, write: (text: string) => progress.write(written(text)) }
    },
  } as ConformIo
  const { getOwnPropertyDescriptors: members } = Object
  return Object.defineProperties({}, { ...members(io), ...members(wrapped) }) as ConformIo
}
