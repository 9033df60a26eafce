import type { QuestionResult } from '@steward/contracts/survey/result'
import type { Counted } from './result.read-model.ts'
import type { AskedQuestion } from './result.rules.ts'

type Values = ReadonlyMap<string, number>
type Figures = Pick<QuestionResult, 'choices' | 'distribution' | 'isWhole' | 'average' | 'median' | 'consent'>

const none: Figures = {
  choices: null,
  distribution: null,
  isWhole: null,
  average: null,
  median: null,
  consent: null,
}

/** Options in their order; one that was removed stays while it has answers. */
function choicesOf({ options }: AskedQuestion, values: Values): Figures {
  const known = new Set(options.map(({ key }) => key))
  const others = [...values.keys()].filter((key) => !known.has(key))
  const all = [...options, ...others.map((key) => ({ key, text: key, isRemoved: true }))]
  const choices = all.map((option) => ({ ...option, responses: values.get(option.key) ?? 0 }))
  return { ...none, choices: choices.filter(({ isRemoved, responses }) => !isRemoved || responses > 0) }
}

/** The value at a place of sorted ones that occur so many times. */
function valueAt(steps: readonly (readonly [number, number])[], place: number): number {
  let passed = 0
  for (const [value, responses] of steps) {
    passed += responses
    if (passed > place) return value
  }
  return 0
}

function scaleOf({ bounds }: AskedQuestion, values: Values): Figures {
  const { min, max } = bounds ?? { min: 0, max: -1 }
  const steps = Array.from(
    { length: max - min + 1 },
    (_, at) => [min + at, values.get(String(min + at)) ?? 0] as const,
  )
  const total = steps.reduce((sum, [, responses]) => sum + responses, 0)
  const sum = steps.reduce((so, [value, responses]) => so + value * responses, 0)
  const [low, high] = [Math.floor((total - 1) / 2), Math.floor(total / 2)]
  return {
    ...none,
    distribution: steps.map(([value, responses]) => ({ from: value, to: value, responses })),
    isWhole: true,
    average: total > 0 ? sum / total : null,
    median: total > 0 ? (valueAt(steps, low) + valueAt(steps, high)) / 2 : null,
  }
}

function numberOf(at: number, { numbers, bars }: Counted): Figures {
  const found = numbers.find((one) => one.at === at)
  if (!found) return { ...none, distribution: [], isWhole: true }
  const { average, median, isWhole } = found
  const own = bars.filter((one) => one.at === at).toSorted((one, other) => one.from - other.from)
  const distribution = own.map(({ from, to, responses }) => ({ from, to, responses }))
  return { ...none, distribution, isWhole, average, median }
}

function figuresOf(one: AskedQuestion, at: number, counted: Counted, shown: number): Figures {
  const values = new Map(
    counted.values.filter((value) => value.at === at).map(({ value, responses }) => [value, responses]),
  )
  switch (one.kind) {
    case 'choice':
    case 'choices':
      return choicesOf(one, values)
    case 'scale':
      return scaleOf(one, values)
    case 'number':
      return numberOf(at, counted)
    case 'consent': {
      const yes = values.get('true') ?? 0
      return { ...none, consent: { yes, no: shown - yes } }
    }
    case 'text':
      return none
  }
}

/** The results of a question, which responses that were not imported passed `onWay` times. */
export function presentQuestion(
  one: AskedQuestion,
  at: number,
  counted: Counted,
  onWay: number,
): Omit<QuestionResult, 'latest'> {
  const { answered = 0, imported = 0 } = counted.answers.find((answer) => answer.at === at) ?? {}
  const shown = onWay + imported
  // A box that is left empty is a consent that was not given.
  const given = one.kind === 'consent' ? shown : answered
  return {
    key: one.key,
    type: one.question.type,
    text: one.text,
    isRemoved: one.isRemoved,
    lastVersion: one.versions[0] ?? 0,
    shown,
    answered: given,
    skipped: shown - given,
    ...figuresOf(one, at, counted, shown),
  }
}
