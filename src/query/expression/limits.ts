/** Characters (UTF-16 units) an expression may have. The API description gives no figure; ours keeps compiling cheap. */
export const maxExpressionLength = 10_000

/** How deep parentheses, calls, lists and `!` may nest, so that neither parser nor evaluator outgrows the stack. */
export const maxNesting = 100

/** Characters a text made by an expression may have; a longer one is null, so that `replace` cannot explode. */
export const maxTextLength = 65_536
