import type { RequirementId } from '../../../registry/requirements.ts'
import { textLimits } from '../../../tables/limits.ts'
import { sends, when } from '../../alter/flow.ts'
import { acceptWith, refuse } from '../../alter/refusal.ts'
import { input } from '../../alter/request.ts'
import { above, below, ofSize } from '../../alter/path.ts'
import type { Alteration } from '../../alter/wire.ts'
import { mistakesAt, type Mutant } from '../mutant.ts'
import type { Where } from '../routes.ts'

/** The operations that take a text, and its place in their bodies: `profile.login`. */
interface TextPlace {
  readonly on: Where
  readonly path: string
  readonly update?: Where
}

/** A text limit: refuses a text at each edge, accepts one beyond it, or cuts the longest. */
export function textLimitMutants(
  key: keyof typeof textLimits,
  { on: where, path, update }: TextPlace,
): Mutant[] {
  const { min, max } = textLimits[key]
  const refusing = (size: number): Alteration => when(sends(path, ofSize(size)), refuse())
  const short = min > 0 && {
    'accepts-too-small': when(
      sends(path, below(min)),
      acceptWith(path, (text: string) => text.padStart(min, 'x')),
    ),
  }
  const long = {
    'accepts-too-large': when(
      sends(path, above(max)),
      acceptWith(path, (text: string) => text.slice(-max)),
    ),
  }
  return [
    ...mistakesAt(where, `${key}.min.accepted`, { 'refuses-smallest': refusing(min) }),
    ...mistakesAt(where, `${key}.max.accepted`, {
      'refuses-largest': refusing(max),
      cut: when(
        sends(path, ofSize(max)),
        input(path, (text: string) => text.slice(1)),
      ),
    }),
    ...mistakesAt(where, `${key}.min.refused` as RequirementId, { ...short }),
    ...mistakesAt(where, `${key}.max.refused`, long),
    ...(update === undefined
      ? []
      : mistakesAt(update, `${key}.limits-on-update` as RequirementId, { ...short, ...long })),
  ]
}
