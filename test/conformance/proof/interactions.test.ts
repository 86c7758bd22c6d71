/** Mistakes that are drawn by chance, and what the exploration finds of them. */
import { expect, test } from 'vitest'
import { families, find, interactions } from '../../../conformance/proof/interactions/interactions-command.ts'
import { createConformTarget } from '../../../src/server/conform-target.ts'
import { sample } from '../../support/runs.ts'

test('one seed draws the same mistakes, no two alike, of every family', () => {
  const drawn = interactions(3, 300)
  expect(interactions(3, 300).map(({ id }) => id)).toEqual(drawn.map(({ id }) => id))
  expect(new Set(drawn.map(({ summary }) => summary)).size).toBe(300)
  expect(new Set(drawn.map(({ id }) => id.split(' ')[0]))).toEqual(new Set(Object.keys(families)))
  expect(interactions(4, 300).map(({ summary }) => summary)).not.toEqual(drawn.map(({ summary }) => summary))
})

/** Some that a few hundred calls find. */
const soon = interactions(1, 900).filter(({ summary }) =>
  /^(refuses an update of a user with its own login|sorts (users|groups) the other way round|has a user me who is unknown)$/.test(
    summary,
  ),
)

test.each(sample(soon, 2))('finds in a few hundred calls a server that $summary', async (interaction) => {
  const { requirement, isRight } = await find(createConformTarget, interaction, { calls: 2000 })
  expect(isRight, requirement).toBe(true)
})
