/** Characters (UTF-16 units) an expression may have. The API description gives no figure; ours keeps compiling cheap. */
export const maxExpressionLength = 10_000

/** How deep parentheses, calls, lists and `!` may nest, so that neither parser nor evaluator outgrows the stack. */
export const maxNesting = 100

/** Characters a text made by an expression may have; a longer one is null, so that `replace` cannot explode. */
export const maxTextLength = 65_536

/** Characters a pattern of `isMemberOfGroupNameRegex` may have. */
export const maxPatternLength = 1_000

/** Instructions a pattern may compile to: `{n,m}` repeats its operand, so a short pattern can be a big program. */
export const maxPatternSize = 1_000
