import { once } from '../once.ts'
import { timeZoneAliases } from './time-zone-aliases.ts'

/** ISO 3166-1 alpha-2: the 249 officially assigned codes, in their order. */
const countryCodes = once(
  () =>
    new Set(
      (
        'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY ' +
        'BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK ' +
        'FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR ' +
        'IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ' +
        'ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM ' +
        'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF ' +
        'TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
      ).split(' '),
    ),
)

/**
 * Whether a text is a country code of ISO 3166-1 alpha-2 (Users, Profile: `countryCode`, `locale`): two
 * upper-case letters, officially assigned. Reserved and user-assigned codes (`UK`, `EU`, `XK`) are not.
 */
export function isCountryCode(value: string): boolean {
  return countryCodes().has(value)
}

/** ISO 639-1: the 183 two-letter language codes in force. */
const languageCodes = once(
  () =>
    new Set(
      (
        'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el ' +
        'en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it ' +
        'iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt ' +
        'my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl ' +
        'sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo ' +
        'za zh zu'
      ).split(' '),
    ),
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
    languageCodes().has(value.slice(0, 2)) &&
    isCountryCode(value.slice(3))
  )
}

/**
 *     Accept-Language = language-range [ weight ] *( OWS "," OWS language-range [ weight ] )
 *     language-range  = 1*8ALPHA *( "-" 1*8alphanum ) / "*"
 *     weight          = OWS ";" OWS "q=" ( "0" [ "." 0*3DIGIT ] / "1" [ "." 0*3"0" ] )
 */
const acceptLanguage = once(() =>
  listOf(/(?:\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:[ \t]*;[ \t]*q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?/),
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
  return acceptLanguage().test(value)
}

/** Listing the zones takes the engine some milliseconds. */
const timeZones = once(
  (): ReadonlySet<string> => new Set([...Intl.supportedValuesOf('timeZone'), ...timeZoneAliases]),
)

/**
 * Whether a text is the name of a time zone in the IANA database, in its case (Users, Profile: `timezone`). Links and
 * older names are names too (`US/Pacific`, `Asia/Calcutta`). Offsets (`+01:00`) and the database's placeholder
 * `Factory` are not.
 */
export function isTimeZone(value: string): boolean {
  return timeZones().has(value)
}
