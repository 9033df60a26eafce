import * as fc from 'fast-check'

export const TODAY = '2026-11-21'

// Letters whose case is special somewhere, wildcards of LIKE, and what must be quoted.
const LETTERS = [...'aAbéÉßẞİiıΣσςǅǆȺⱥ\u212Ak𐐀𐐨\uA7CE\u{16EA0}\u{1F600}\u0301']
const PIECES = [...LETTERS, ...'%_\\\'"$ \n\u0001{},', '\\%', '$1', 'null']

export const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }).map((pieces) => pieces.join(''))

const NUMBERS = [0, -0, 1, -1, 2, 0.1, 0.2, 0.3, 0.1 + 0.2, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, -1e300]
const LARGE = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2]

export const number = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NUMBERS, ...LARGE, 123456789.12345679) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
)

export const int = fc.oneof(
  fc.integer({ min: -3, max: 5 }),
  fc.constantFrom(2 ** 31 - 1, -(2 ** 31), 2 ** 31 - 2),
)

const EDGE_DAYS = ['0001-01-01', '9999-12-31', '9999-12-30', '2024-02-29', '2026-12-31', '2027-01-01']

export const day = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -8, max: 8 }).map(dayNear) },
  { weight: 1, arbitrary: fc.constantFrom(...EDGE_DAYS) },
)

function dayNear(days: number): string {
  return new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)
}

const TIMES = ['00:00:00.000', '00:00:00.001', '12:34:56.789', '23:59:59.999']

export const instant = fc.tuple(day, fc.constantFrom(...TIMES)).map(([on, at]) => `${on}T${at}Z`)

export const id = fc.integer({ min: 1, max: 9 })

export const ids = fc.uniqueArray(id, { maxLength: 4 })
