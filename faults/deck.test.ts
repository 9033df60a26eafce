import { expect, test } from 'vitest'
import { drawRounds, frontOf, gathered } from './deck.ts'
import { randomOf } from './random.ts'

const drawn = drawRounds(20, randomOf(7), /kill -9.*during (scenarios|mails)/)
const namesOf = (rounds: typeof drawn) => rounds.map(({ work }) => work.name)

test('rounds that strike together follow each other by work, in the order in which they were drawn', () => {
  const together = gathered(drawn)
  expect(together).toHaveLength(drawn.length)
  const [first, second] = [...new Set(namesOf(drawn))]
  expect(namesOf(together)).toEqual([
    ...namesOf(drawn).filter((name) => name === first),
    ...namesOf(drawn).filter((name) => name === second),
  ])
  expect(together.filter(({ work }) => work.name === first)).toEqual(
    drawn.filter(({ work }) => work.name === first),
  )
})

test('the front are rounds of the same work, and no more than asked for', () => {
  const together = gathered(drawn)
  const ofFirst = namesOf(drawn).filter((name) => name === namesOf(drawn)[0]).length
  expect(frontOf(together, 3)).toEqual(together.slice(0, 3))
  expect(frontOf(together, 100)).toEqual(together.slice(0, ofFirst))
  expect(frontOf(together.slice(ofFirst), 100)).toEqual(together.slice(ofFirst))
})
