import { createWorker } from 'identikit/worker'

/** One organisation is one Durable Object; this worker finds it by the name in the address. */
const worker = createWorker((env) => ({
  // Set with `npx wrangler secret put CONTROL_TOKEN`, or in .dev.vars on your machine.
  controlToken: env['CONTROL_TOKEN'] as string,
  dataset: 'demo',
}))

export const { Organisation } = worker
export default worker
