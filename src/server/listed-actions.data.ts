import { listActions } from './list-actions.ts'

export default listActions()
