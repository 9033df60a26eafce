import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostHashes } from './byte.hash.ts'
import { runOf } from './cell.bytes.ts'
import { createRepeatCounter } from './repeat.counter.ts'
import { createValueCounter } from './value.counter.ts'

const budgetOf = (left = 1 << 22) => ({ left })

/** Counts texts of which only the first few are kept. */
function count(texts: readonly string[], budget = budgetOf(), kept = 5) {
  const values = createValueCounter(kept, 100)
  const run = runOf(texts)
  const first = values.take(run)
  const counter = createRepeatCounter(budget, values, false)
  for (let at = first; at < run.to; at += mostHashes)
    counter.take({ ...run, from: at, to: Math.min(run.to, at + mostHashes) })
  return counter.count()
}

const numbers = (length: number, text: (at: number) => string): string[] =>
  Array.from({ length }, (_, at) => text(at))

const prefix = fc.constantFrom('', 'C-', 'Kölner ', '-', '7-')
const number = fc.oneof(
  fc.nat(40).map(String),
  fc.nat(20_000_000).map(String),
  fc.nat(300).map((value) => String(value).padStart(4, '0')),
  fc.bigInt(0n, 10n ** 18n).map(String),
  fc.constantFrom('', '1.5', '12a', '٣'),
)
const cells = fc
  .tuple(prefix, prefix, fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), number), { maxLength: 400 }))
  .map(([usual, rare, parts]) =>
    parts.map(([kind, digits]) => (kind === 0 ? rare : usual) + digits).filter((cell) => cell !== ''),
  )

describe('counting repetitions', () => {
  it('is exact for cells that end in numbers, and for others among them', () => {
    fc.assert(
      fc.property(cells, (texts) => {
        const distinct = new Set(texts).size
        expect(count(texts)).toEqual({ distinct, repeats: texts.length - distinct, isExact: true })
      }),
      {
        numRuns: 500,
        examples: [
          [['1', '01', '001', '10', '2', '02', '20', '200']],
          [['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A12', 'A', 'A6', 'B6', 'A7']],
        ],
      },
    )
  })

  it.each([
    ['in order', (at: number) => `CUST-${String(at).padStart(10, '0')}`],
    ['in no order', (at: number) => String(Math.imul(at, 40_503) & 0x7ffff)],
    ['with gaps', (at: number) => `C${at * 17}`],
    ['with more digits than 15', (at: number) => `123456789012${String(at).padStart(8, '0')}`],
  ])('is exact for 300,000 ids %s', (_, text) => {
    const ids = numbers(300_000, text)
    const distinct = new Set(ids).size
    expect(count(ids)).toEqual({ distinct, repeats: ids.length - distinct, isExact: true })
    const again = [...ids, ids[7] ?? '', 'unknown', 'unknown']
    expect(count(again)).toEqual({
      distinct: distinct + 1,
      repeats: again.length - distinct - 1,
      isExact: true,
    })
  })

  it('takes little of the memory for ids close together, and gives it back', () => {
    const [close, spread] = [budgetOf(), budgetOf()]
    const ids = numbers(200_000, (at) => `C-${at}`)
    count(ids, close)
    expect((1 << 22) - close.left).toBeLessThan(4000)
    count([...ids, 'C-7'], close)
    count(
      numbers(200_000, (at) => `C-${at * 7919}`),
      spread,
    )
    expect((1 << 22) - spread.left).toBeGreaterThan(100_000)
  })

  it('goes on in the memory that there is', () => {
    const ids = numbers(400_000, (at) => `C-${at}`)
    expect(count(ids, budgetOf(1 << 10))).toMatchObject({ distinct: 400_000, repeats: 0 })
  })
})
