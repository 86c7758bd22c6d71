import { holdTraffic } from './held-traffic.ts'

// Runs before each file of tests; modules load once in each process.
holdTraffic()
