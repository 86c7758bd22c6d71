import { maxPatternSize } from '../limits.ts'
import { type CharacterTest, type Pattern, PatternError } from './pattern.ts'

/** One state of the automaton. `split` goes on at both places at once. */
export type Instruction =
  | { op: 'character'; test: CharacterTest }
  | { op: 'split'; first: number; second: number }
  | { op: 'start' }
  | { op: 'end' }
  | { op: 'match' }

/**
 * Turns a pattern into the states of a Thompson automaton, the first being state 0.
 *
 * @throws PatternError for a pattern whose counts multiply it beyond the largest program
 */
export function assemble(pattern: Pattern, maxSize: number = maxPatternSize): readonly Instruction[] {
  if (sizeOf(pattern) > maxSize) {
    throw new PatternError(0, `a pattern of at most ${maxSize} states`, 'a larger one')
  }
  const program: Instruction[] = []
  emit(pattern, program)
  program.push({ op: 'match' })
  return program
}

/** How many states a pattern takes, and at least 1: found out first, since counts in counts multiply. */
function sizeOf(pattern: Pattern): number {
  switch (pattern.kind) {
    case 'sequence':
      return Math.max(1, sum(pattern.items))
    case 'choice':
      return sum(pattern.items) + 2 * (pattern.items.length - 1)
    case 'repeat': {
      const size = sizeOf(pattern.item)
      const optional = pattern.max === Infinity ? size + 2 : (pattern.max - pattern.min) * (size + 1)
      return Math.max(1, pattern.min * size + optional)
    }
    default:
      return 1
  }
}

function sum(items: readonly Pattern[]): number {
  return items.reduce((total, item) => total + sizeOf(item), 0)
}

function emit(pattern: Pattern, program: Instruction[]): void {
  switch (pattern.kind) {
    case 'character':
      program.push({ op: 'character', test: pattern.test })
      break
    case 'start':
    case 'end':
      program.push({ op: pattern.kind })
      break
    case 'sequence':
      for (const item of pattern.items) emit(item, program)
      break
    case 'choice':
      emitChoice(pattern.items, program)
      break
    case 'repeat':
      emitRepeat(pattern.item, pattern.min, pattern.max, program)
      break
  }
}

function emitChoice(items: readonly Pattern[], program: Instruction[]): void {
  const exits = items.slice(0, -1).map((item) => {
    const fork = pushSplit(program)
    emit(item, program)
    const exit = pushSplit(program)
    fork.second = program.length
    return exit
  })
  const last = items.at(-1)
  if (last !== undefined) emit(last, program)
  for (const exit of exits) exit.first = exit.second = program.length
}

function emitRepeat(item: Pattern, min: number, max: number, program: Instruction[]): void {
  for (let copy = 0; copy < min; copy++) emit(item, program)
  if (max === Infinity) {
    const start = program.length
    const fork = pushSplit(program)
    emit(item, program)
    const back = pushSplit(program)
    back.first = back.second = start
    fork.second = program.length
    return
  }
  const exits = Array.from({ length: max - min }, () => {
    const fork = pushSplit(program)
    emit(item, program)
    return fork
  })
  for (const exit of exits) exit.second = program.length
}

/** A split that goes on at the next state; where else is filled in by the caller. */
function pushSplit(program: Instruction[]): { first: number; second: number } {
  const split = { op: 'split' as const, first: program.length + 1, second: program.length + 1 }
  program.push(split)
  return split
}
