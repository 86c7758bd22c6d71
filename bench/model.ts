import { measureModel } from './cases/model.ts'

/** A process of its own for what the model costs, so that its heap holds nothing else. */
process.send!(await measureModel())
