/** Why a requirement was not run that the filters left out. */
export const leftOut = 'the filters leave it out'
