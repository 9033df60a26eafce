import type { BenchField } from '../workload.ts'

/** A condition as Steward is asked, and as SQL on the typed table. */
interface RandomCondition {
  filter: object
  ideal: string
}

export interface RandomRule {
  conditions: RandomCondition[]
  sort: { name: string; ideal: string }
  isDescending: boolean
}

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

interface NamedField extends BenchField {
  name: string
  ideal: string
}

/** The names that the workload's fields get, by their place among those of their type. */
const prefixes: Readonly<Record<string, string>> = {
  number: 'number',
  percentage: 'share',
  date: 'date',
  singlePicklist: 'choice',
  boolean: 'flag',
}

function nameFields(fields: readonly BenchField[]): NamedField[] {
  const seen = new Map<string, number>()
  return fields.flatMap((field, n) => {
    const prefix = prefixes[field.dataType]
    const place = (seen.get(field.dataType) ?? 0) + 1
    seen.set(field.dataType, place)
    return prefix ? [{ ...field, name: `${prefix}_${place}`, ideal: `f${n + 1}` }] : []
  })
}

const oneOf = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T

/** The span of values that the workload gives a type: from, to, and how a value of it is written. */
const spans: Readonly<Record<string, { size: number; text: (value: number) => string }>> = {
  number: { size: 10_000, text: (value) => value.toFixed(2) },
  percentage: { size: 100, text: (value) => value.toFixed(0) },
  date: {
    size: 1500,
    text: (value) => new Date(Date.UTC(2024, 0, 1 + Math.floor(value))).toISOString().slice(0, 10),
  },
}

/** A condition that about this share of the records meets; options and yes-or-no have shares of their own. */
function conditionOn({ name, ideal, dataType, options }: NamedField, share: number, random: Random) {
  if (dataType === 'boolean') {
    const isTrue = random() < 0.5
    return {
      filter: { field: name, operator: isTrue ? 'isTrue' : 'isFalse' },
      ideal: isTrue ? ideal : `not ${ideal}`,
    }
  }
  if (dataType === 'singlePicklist') {
    const value = options.filter(() => random() < share)
    const chosen = value.length > 0 ? value : [oneOf(options, random)]
    return {
      filter: { field: name, operator: 'isSetTo', value: chosen },
      ideal: `${ideal} in (${chosen.join(', ')})`,
    }
  }
  const { size, text } = spans[dataType] ?? { size: 1, text: String }
  const from = random() * size * (1 - share)
  const value = [text(from), text(from + size * share)]
  return {
    filter: { field: name, operator: 'between', value: dataType === 'date' ? value : value.map(Number) },
    ideal: `${ideal} between '${value[0]}' and '${value[1]}'`,
  }
}

const [leastShare, mostShare] = [0.0001, 0.5]

function randomRule(fields: readonly NamedField[], random: Random): RandomRule {
  const count = 1 + Math.floor(random() * 4)
  // Evenly over the magnitudes of how much matches.
  const share = leastShare * (mostShare / leastShare) ** random()
  const chosen: NamedField[] = []
  while (chosen.length < count) {
    const field = oneOf(fields, random)
    if (!chosen.includes(field)) chosen.push(field)
  }
  const sort = oneOf(
    fields.filter(({ dataType }) => dataType in spans),
    random,
  )
  return {
    conditions: chosen.map((field) => conditionOn(field, share ** (1 / count), random)),
    sort: { name: sort.name, ideal: sort.ideal },
    isDescending: random() < 0.5,
  }
}

/** Rules of 1 to 4 conditions over numbers, days, options and yes-or-no, with an order; the same for a seed. */
export function randomRules(fields: readonly BenchField[], seed: number, count: number): RandomRule[] {
  const named = nameFields(fields)
  const random = createRandom(seed)
  return Array.from({ length: count }, () => randomRule(named, random))
}
