import fc from 'fast-check'

/**
 * The seed of every property test: fixed, so that a run says the same twice. `FC_SEED=random npm test` looks
 * for what no run has found yet.
 */
const { FC_SEED: seed = '20260105' } = process.env
fc.configureGlobal(seed === 'random' ? {} : { seed: Number(seed) })

// Printed commands begin as the package manager runs them, and tests are run by several.
delete process.env['npm_config_user_agent']
