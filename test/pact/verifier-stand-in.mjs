/** Loaded before the verifier's process: puts what STAND_IN says instead of the package, or nothing. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== '@pact-foundation/pact') return next(specifier, context)
    const { STAND_IN } = process.env
    if (STAND_IN === undefined) throw new Error('not found')
    const source = `export class Verifier {
      constructor(task) { this.task = task }
      async verifyProvider() { ${STAND_IN} }
    }`
    return { url: `data:text/javascript,${encodeURIComponent(source)}`, shortCircuit: true }
  },
})
