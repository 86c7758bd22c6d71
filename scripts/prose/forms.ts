/** A form that pages do not use, and the form to use instead. */
export interface BannedForm {
  readonly form: RegExp
  readonly write: string
}

/** The most words of a sentence. Inline code counts as one word. */
export const longestSentence = 20

/** A sentence that begins with one of these names no noun, unless it is a question. */
export const noSubject = /^(?:What|Whatever|Whoever|That)\b(?!.*\?$)/

/** Forms that readers stumble over. Code is not searched. */
export const bannedForms: readonly BannedForm[] = [
  { form: /\b(?:is|are|was|were) told\b|\btells\b/i, write: 'reports, says, shows' },
  { form: /\b(?:is|are|was|were) held\b/i, write: 'stays, is stored, applies' },
  {
    form: /\b(?:test|check|requirement|statement|condition|it|rule) holds\b/i,
    write: 'passes, applies, is true',
  },
  { form: /\bnone of\b/i, write: 'no …' },
  { form: /\bsuch that\b/i, write: 'so that' },
  { form: /\banew\b/i, write: 'again' },
  {
    form: /\bof (?:its|their|your|our|his|her) own(?=[.,;:)]|$| (?:and|or|that|to|with|in|is|are|on|for|at|when|where|about)\b)/i,
    write: 'its own …',
  },
  { form: /\bthere (?:is|are)(?: \w+){1,3} that\b/i, write: 'name who does it' },
  { form: /\blets? go of\b/i, write: 'releases' },
  { form: /\bmade of\b/i, write: 'consists of, contains' },
  { form: /\bby turns\b/i, write: 'in turn' },
  { form: /\bbeside\b/i, write: 'also, next to' },
  { form: /\bin place of\b/i, write: 'instead of' },
  { form: /\bwhat there is\b|\bthat there (?:is|are) not\b/i, write: 'unknown …' },
  { form: /\bas it stands\b/i, write: 'unchanged' },
  { form: /\ball that\b/i, write: 'every …' },
  { form: /\bso many\b/i, write: 'N' },
  { form: /\bthe others\b/i, write: 'the other …' },
  { form: /\b(?:come|comes|came) about\b/i, write: 'happens' },
  { form: /\bit is no\b(?! longer)/i, write: 'it is not a …' },
  { form: /\bhas to be\b/i, write: 'must be' },
  { form: /\bbehind the API's back\b/i, write: 'directly, without the API' },
  { form: /\bthe documents\b|\bdocuments? [123]\b/i, write: 'the API description' },
  { form: /\bthe operator's word\b/i, write: 'the name prefix' },
]

/** Words that name types and folders of the code. Tests, checks and scripts use them; texts for users do not. */
export const wordsOfCode: readonly BannedForm[] = [
  { form: /\bdeviants?\b/i, write: 'broken server' },
  { form: /\bkill table\b/i, write: 'detection table' },
  { form: /\bhollow\b/i, write: 'empty server' },
  { form: /\bclauses?\b/i, write: 'requirement' },
  { form: /\brefusals?\b/i, write: 'error' },
  { form: /\bdecisions?\b/i, write: 'interpretation' },
  { form: /\bworlds?\b/i, write: 'sample data set' },
  { form: /\bfaces?\b/i, write: 'entry point, interface' },
]
