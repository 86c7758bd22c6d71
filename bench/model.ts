import { measureMillion, measureModel } from './cases/model.ts'

/** Its own process for the cost of the model, so that its heap contains nothing else. `million`: a million users. */
process.send!(process.argv[2] === 'million' ? await measureMillion() : await measureModel())
