import type { Sequence } from './rows.ts'

/** A block with more entries is split in two. */
const BLOCK_LIMIT = 512

/**
 * A set of sequences in ascending order, in sorted blocks. Each operation costs a search and a move within one block,
 * however large the set is.
 */
export class SequenceSet {
  /** Sorted blocks in ascending order; no block is empty. */
  #blocks: Sequence[][] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  has(sequence: Sequence): boolean {
    const block = this.#blocks[this.#findBlock(sequence)]
    return block !== undefined && block[lowerBound(block, sequence)] === sequence
  }

  /** All sequences, ascending. */
  toArray(): Sequence[] {
    return this.#blocks.flat()
  }

  /** A copy with the same sequences. */
  copy(): SequenceSet {
    const copy = new SequenceSet()
    copy.#blocks = this.#blocks.map((block) => block.slice())
    copy.#size = this.#size
    return copy
  }

  /** The sequence must not be in the set. */
  add(sequence: Sequence): void {
    const last = this.#blocks.at(-1)
    if (last === undefined) {
      this.#blocks.push([sequence])
    } else if (sequence > (last.at(-1) as Sequence)) {
      this.#append(last, sequence)
    } else {
      this.#insert(sequence)
    }
    this.#size++
  }

  /** Returns whether the set contained it. */
  delete(sequence: Sequence): boolean {
    const blockIndex = this.#findBlock(sequence)
    const block = this.#blocks[blockIndex]
    if (block === undefined) return false
    const index = lowerBound(block, sequence)
    if (block[index] !== sequence) return false
    block.splice(index, 1)
    if (block.length === 0) this.#blocks.splice(blockIndex, 1)
    this.#size--
    return true
  }

  /**
   * Calls back for each sequence after the given one, ascending, until the callback returns `false`.
   * The set must not change meanwhile.
   */
  forEach(visit: (sequence: Sequence) => unknown, after: Sequence = 0): void {
    let blockIndex = this.#findBlock(after + 1)
    let index = lowerBound(this.#blocks[blockIndex] ?? [], after + 1)
    for (; blockIndex < this.#blocks.length; blockIndex++) {
      const block = this.#blocks[blockIndex] as Sequence[]
      for (; index < block.length; index++) {
        if (visit(block[index] as Sequence) === false) return
      }
      index = 0
    }
  }

  /** The usual case, insertion at the end, fills each block before it begins the next one. */
  #append(last: Sequence[], sequence: Sequence): void {
    if (last.length < BLOCK_LIMIT) last.push(sequence)
    else this.#blocks.push([sequence])
  }

  #insert(sequence: Sequence): void {
    const blockIndex = this.#findBlock(sequence)
    const block = this.#blocks[blockIndex] as Sequence[]
    block.splice(lowerBound(block, sequence), 0, sequence)
    if (block.length > BLOCK_LIMIT) {
      this.#blocks.splice(blockIndex + 1, 0, block.splice(BLOCK_LIMIT >>> 1))
    }
  }

  /** The first block that ends at or after the sequence; the number of blocks when none does. */
  #findBlock(sequence: Sequence): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (((this.#blocks[middle] as Sequence[]).at(-1) as Sequence) < sequence) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The index of the first entry at or after the sequence. */
function lowerBound(block: readonly Sequence[], sequence: Sequence): number {
  let low = 0
  let high = block.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((block[middle] as Sequence) < sequence) low = middle + 1
    else high = middle
  }
  return low
}
