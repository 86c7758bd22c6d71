// The types of jest.cjs: those of jest.ts.
import type * as ofModule from './jest.js' with { 'resolution-mode': 'import' }

export declare const useOrg: typeof ofModule.useOrg
