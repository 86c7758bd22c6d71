import { built } from './packed.ts'

/** Builds the package before the tests of it begin: several at once would write the same files. */
export default built
