import type { Condition, Rule } from '@steward/conditions'
import type { HealthBounds } from '@steward/contracts/health'
import type { HealthWord } from './health-badge.tsx'

export const healthWords: readonly HealthWord[] = ['Poor', 'Average', 'Good', 'No score']

const health = 'system:health'
const stage = 'system:lifecycleStageId'

type Band = HealthBounds['config']

/** Scores have two decimals: the highest one below a bound. */
const below = (bound: number) => Math.round(bound * 100 - 1) / 100

const within: Readonly<Record<HealthWord, (band: Band) => Condition>> = {
  Poor: ({ lowerBound }) => ({ field: health, operator: 'lesser', value: lowerBound }),
  Average: ({ lowerBound, upperBound }) => ({
    field: health,
    operator: 'between',
    value: [lowerBound, below(upperBound)],
  }),
  Good: ({ upperBound }) => ({ field: health, operator: 'greaterEqual', value: upperBound }),
  'No score': () => ({ field: health, operator: 'notSet' }),
}

const anyOf = (rules: readonly Rule[]): Rule => (rules.length === 1 ? rules[0]! : { or: [...rules] })

function ruleOf(words: readonly HealthWord[], bands: readonly HealthBounds[]): Rule | null {
  const general = bands.find(({ scope }) => scope === 1)
  if (!general || words.length === 0) return null
  const rulesIn = ({ config }: HealthBounds) => words.map((word) => within[word](config))
  const ofStages = bands.flatMap((band) =>
    band.scopeReferenceId === null ? [] : [{ band, id: band.scopeReferenceId }],
  )
  if (ofStages.length === 0) return anyOf(rulesIn(general))
  const ids = ofStages.map(({ id }) => id)
  return anyOf([
    { and: [{ field: stage, operator: 'isNotSetTo', value: ids }, anyOf(rulesIn(general))] },
    ...ofStages.map(({ band, id }): Rule => ({
      and: [{ field: stage, operator: 'isSetTo', value: [id] }, anyOf(rulesIn(band))],
    })),
  ])
}

/** Every choice of words, as bits. */
const choices = Array.from({ length: 2 ** healthWords.length - 1 }, (_, bits) =>
  healthWords.filter((_word, at) => ((bits + 1) >> at) % 2 === 1),
)

const partsOf = (filter: Rule): readonly Rule[] => ('and' in filter ? filter.and : [filter])

function found(filter: Rule, bands: readonly HealthBounds[]): { at: number; words: readonly HealthWord[] } {
  const texts = partsOf(filter).map((part) => JSON.stringify(part))
  for (const words of choices) {
    const rule = ruleOf(words, bands)
    const at = rule ? texts.indexOf(JSON.stringify(rule)) : -1
    if (at >= 0) return { at, words }
  }
  return { at: -1, words: [] }
}

/** The words by which a list is filtered. */
export function chosenHealth(filter: Rule, bands: readonly HealthBounds[]): readonly HealthWord[] {
  return found(filter, bands).words
}

/** The filter with a word more, or less. */
export function toggledHealth(filter: Rule, word: HealthWord, bands: readonly HealthBounds[]): Rule {
  const { at, words } = found(filter, bands)
  const next = words.includes(word)
    ? words.filter((one) => one !== word)
    : healthWords.filter((one) => one === word || words.includes(one))
  const rest = partsOf(filter).filter((_, index) => index !== at)
  const rule = ruleOf(next, bands)
  return { and: rule ? [...rest, rule] : [...rest] }
}
