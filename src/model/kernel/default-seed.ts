/** The seed of ids, tokens and fixtures if you name no seed. */
export const defaultSeed = 'identikit'
