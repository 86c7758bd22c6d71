import { isCountryCode } from './country-code.ts'

/** ISO 639-1: the 183 two-letter language codes in force. */
const languageCodes: ReadonlySet<string> = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el ' +
    'en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it ' +
    'iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt ' +
    'my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl ' +
    'sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo ' +
    'za zh zu'
  ).split(' '),
)

/**
 * Whether a text is a locale, such as `en_US` (Users, Profile: `locale`). A language code of ISO 639-1 in lower case
 * comes before the underscore. A country code of ISO 3166-1 alpha-2 in upper case comes after it. Withdrawn language
 * codes (`iw`, `in`, `bh`) are refused.
 */
export function isLocale(value: string): boolean {
  return (
    value.length === 5 &&
    value[2] === '_' &&
    languageCodes.has(value.slice(0, 2)) &&
    isCountryCode(value.slice(3))
  )
}
