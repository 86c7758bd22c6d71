/** From which ids, tokens and fixtures come where no seed is named. */
export const defaultSeed = 'identikit'
