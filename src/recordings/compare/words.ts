import type { Difference } from '../../exchange/differences.ts'

/** A class of differences in one sentence, with how often it was seen. */
export function lineOf(difference: Difference, count: number, of: number): string {
  const { aspect, subject, when, path = '', there = '?', here = '?' } = difference
  const seen = `(${count.toLocaleString('en')} of ${of.toLocaleString('en')})`
  const who = when === undefined ? subject : `${when} ${subject}`
  const verb = /^(?:users|groups|rules|clients|grants|tokens|items|replies|errors)/.test(subject)
    ? 'have'
    : 'has'
  switch (aspect) {
    case 'status':
      return `${subject} answers ${there} there ${seen}, ${here} here`
    case 'error-code':
      return `errors of ${subject} have the code ${there} there ${seen}, ${here} here`
    case 'summary':
      return `errors of ${subject} say "${there}" there ${seen}, "${here}" here`
    case 'causes':
      return `errors of ${subject} have the causes "${there}" there ${seen}, "${here}" here`
    case 'member-there':
      return `${who} ${verb} \`${path}\`${there === 'null' ? ', which is null,' : ''} there ${seen}, not here`
    case 'member-here':
      return `${who} ${verb} no \`${path}\` there ${seen}, here they do`
    case 'link-there':
      return `${who} ${verb} a \`${path}\` link there ${seen}, not here`
    case 'link-here':
      return `${who} ${verb} no \`${path}\` link there ${seen}, here they do`
    case 'type':
      return `\`${path}\` of ${who} is ${there} there ${seen}, ${here} here`
    case 'value':
      return there === '?' || here === '?' || there === here
        ? `\`${path}\` of ${who} is another there ${seen} than here`
        : `\`${path}\` of ${who} is ${there} there ${seen}, ${here} here`
    case 'header':
      return `replies of ${subject} have ${path} ${there} there ${seen}, ${here} here`
    case 'listed-there':
      if (there !== '?') return `${subject} lists records ${there} there ${seen}, once here`
      return `${subject} lists records there ${seen} that it leaves out here`
    case 'listed-here':
      return `${subject} leaves out records there ${seen} that it lists here`
  }
}
