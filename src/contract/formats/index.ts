/**
 * The formats of text that the API description names, as pure predicates. They take time linear in the length of the
 * text. Also other functions for logins and lengths.
 */
export { isFramingHeader, isHeaderName, isHeaderValue, isTokenValue } from './header.ts'
export { isCountryCode, isLanguage, isLocale, isTimeZone } from './locale.ts'
export { codePointLength, foldLogin, isEmail, isLogin, shortName } from './login.ts'
export { isAbsoluteUri, isUri, isUrl } from './url.ts'
