import { holdTraffic } from './held-traffic.ts'

// Before each file of tests, while what is imported is there once in each process.
holdTraffic()
