/**
 *     Accept-Language = language-range [ weight ] *( OWS "," OWS language-range [ weight ] )
 *     language-range  = 1*8ALPHA *( "-" 1*8alphanum ) / "*"
 *     weight          = OWS ";" OWS "q=" ( "0" [ "." 0*3DIGIT ] / "1" [ "." 0*3"0" ] )
 */
const acceptLanguage = listOf(
  /(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?/,
)

function listOf({ source: item }: RegExp): RegExp {
  return new RegExp(`^${item}(?:[ \\t]*,[ \\t]*${item})*$`, 'i')
}

/**
 * Whether a text is a preferred language as in an `Accept-Language` header, RFC 7231 section 5.3.5 (Users, Profile:
 * `preferredLanguage`). It is one language range or a list: `en-US`, `da, en-GB;q=0.8, *;q=0.1`. The optional weights
 * go from 0 to 1 with at most three decimals. Only the form of a range counts, not whether the language is registered.
 * Empty list elements, which only a recipient must accept, are refused.
 */
export function isLanguage(value: string): boolean {
  return acceptLanguage.test(value)
}
