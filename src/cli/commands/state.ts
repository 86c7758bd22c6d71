import { commandGroup } from './command-group.ts'

export const define = commandGroup('show|export|import')
