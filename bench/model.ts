import { measureMillion, measureModel } from './cases/model.ts'

/** A process of its own for what the model costs, so that its heap holds nothing else; `million` for that many users. */
process.send!(process.argv[2] === 'million' ? await measureMillion() : await measureModel())
