/**
 * The formats of text that the API description names, as pure predicates. They take time linear in the length of the
 * text. Also other functions for logins and lengths.
 */
export { isCountryCode } from './country-code.ts'
export { isEmail } from './email.ts'
export { foldLogin } from './fold.ts'
export { isFramingHeader, isHeaderName, isHeaderValue, isTokenValue } from './header.ts'
export { isLanguage } from './language.ts'
export { codePointLength } from './length.ts'
export { isLocale } from './locale.ts'
export { isLogin } from './login.ts'
export { shortName } from './short-name.ts'
export { isTimeZone } from './time-zone.ts'
export { isAbsoluteUri, isUri, isUrl } from './url.ts'
