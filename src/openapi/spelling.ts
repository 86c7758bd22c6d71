import { documentVocabulary, type Vocabulary } from '../contract/vocabulary.ts'
import { exampleBaseUrl, type Settings } from './options.ts'

/**
 * The document with the address and the spellings that were asked for, in texts and examples too: these are
 * written with those of the API description.
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
  if (vocabulary.word !== documentVocabulary.word) {
    text = text.replaceAll(/\bsvc(?=\.(?:users|groups|clients)\b)/g, vocabulary.word)
  }
  return JSON.parse(text) as Document
}

/** What is so long that nothing else holds it by chance. */
const spellings = [
  'groupType',
  'groupObjectClass',
  'directoryQualifiedName',
  'expressionType',
  'responseParameter',
] as const satisfies readonly (keyof Vocabulary)[]

/** A text as it stands inside a JSON text, without quotes around it; quotes that it begins and ends with stay. */
function inside(text: string): string {
  return text.startsWith('"') ? `"${inside(text.slice(1, -1))}"` : JSON.stringify(text).slice(1, -1)
}
