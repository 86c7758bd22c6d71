import type { Dispatcher, Variation } from '../../handlers/dispatcher.ts'
import { vary } from '../vary.ts'
import { optionsOfNames } from '../names.ts'
import { goWritten, runningOfPython, writeLine } from './log-line.ts'
import { testHeader, testIn } from '../test-header.ts'
import { currentTest } from './current-test.ts'

/** The variation of a run, which writes each call into a folder: a file for each process. */
export function loggedVariation(dispatcher: Dispatcher, names: readonly string[], folder: string): Variation {
  // The server of the run itself is in no process of tests.
  const isTested = globalThis.process?.env?.['IDENTIKIT_VARY'] !== undefined
  const isServer = !isTested && globalThis.process !== undefined
  return vary(dispatcher, {
    ...optionsOfNames(names),
    testOf: (request) =>
      testIn(request.header(testHeader)) ??
      (isTested ? currentTest() : isServer ? runningOfPython(folder) : undefined),
    onCall: ({ operation, test, sent, answer, isAltered }) => {
      const written = isServer ? goWritten(folder) : undefined
      writeLine(folder, {
        call: {
          // Within a millisecond one test ends and another begins.
          at: performance.timeOrigin + performance.now(),
          ...(written && { written }),
          ...(test && { test }),
          operation,
          method: sent.method,
          path: sent.path,
          query: String(sent.query),
          ...(sent.text !== undefined && { text: sent.text }),
          isAltered,
          reply: {
            status: answer.status,
            headers: answer.headers,
            text: answer.text,
            ...(answer.broken && { isBroken: true as const }),
          },
        },
      })
    },
  })
}
