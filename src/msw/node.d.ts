export * from './page.js'

/**
 * Loads a module of msw.
 *
 * @param user Begins the message, if msw is not installed.
 * @throws TypeError that says what to install.
 */
export declare function loadMsw(name: 'msw' | 'msw/node', user: string): unknown
