import { documentVocabulary, type Vocabulary } from '../contract/vocabulary.ts'
import { exampleBaseUrl, type Settings } from './options.ts'

/**
 * The document with the address and the spellings that were asked for, in texts and examples too. Its parts are written
 * with those of the API description.
 */
export function inTheirWords<Document extends object>(document: Document, settings: Settings): Document {
  const { baseUrl, vocabulary } = settings
  let text = JSON.stringify(document)
  const replace = (from: string, to: string): void => {
    if (from !== to) text = text.replaceAll(from, inside(to))
  }
  replace(exampleBaseUrl, baseUrl)
  for (const name of spellings) replace(documentVocabulary[name], vocabulary[name])
  replace(`"${documentVocabulary.providerType}"`, `"${vocabulary.providerType}"`)
  if (vocabulary.prefix !== documentVocabulary.prefix) {
    text = text.replaceAll(/\bsvc(?=\.(?:users|groups|clients)\b)/g, vocabulary.prefix)
  }
  return JSON.parse(text) as Document
}

/** Spellings that are so long that nothing else contains them by chance. */
const spellings = [
  'groupType',
  'groupObjectClass',
  'directoryQualifiedName',
  'expressionType',
  'responseParameter',
] as const satisfies readonly (keyof Vocabulary)[]

/** A text as JSON writes it, without quotes around it. Quotes that it begins and ends with stay. */
function inside(text: string): string {
  return text.startsWith('"') ? `"${inside(text.slice(1, -1))}"` : JSON.stringify(text).slice(1, -1)
}
