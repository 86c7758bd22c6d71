import { commandGroup } from './command-group.ts'

export const define = commandGroup('verify|check|record')
