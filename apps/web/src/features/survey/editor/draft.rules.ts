import {
  branchOperators,
  type BranchOperator,
  type QuestionType,
  questionTypes,
  scoreKey,
} from '@steward/contracts/plain/survey'
import type { Answers } from '@steward/contracts/survey/answer'
import type { Localized, Question, Thanks } from '@steward/contracts/survey/definition'

export type Option = Question['options'][number]

export const questionTypeLabels: Readonly<Record<QuestionType, string>> = {
  score: 'Score',
  rating: 'Rating',
  number: 'Number',
  singleChoice: 'Single choice',
  multipleChoice: 'Multiple choice',
  shortText: 'Short text',
  longText: 'Long text',
  consent: 'Consent',
}

/** The types that can be added: a survey that has a score begins with it. */
export const addedTypes: readonly QuestionType[] = questionTypes.filter((type) => type !== 'score')

export const isChoice = (type: QuestionType): boolean => type === 'singleChoice' || type === 'multipleChoice'

/** A key that no other has: answers are stored by it, so that it stays when texts change. */
export function freeKey(prefix: string, taken: readonly string[]): string {
  let number = taken.length + 1
  while (taken.includes(`${prefix}${number}`)) number += 1
  return `${prefix}${number}`
}

type Keyed = readonly { key: string }[]

/** `past` are options that people chose before: another one under the key of one of them would take over its answers. */
export function newOption(options: Keyed, past: Keyed = []): Option {
  return {
    key: freeKey('o', [...new Set([...options, ...past].map(({ key }) => key))]),
    text: {},
  }
}

/** `past` are questions that were asked before, whose answers stay theirs. */
export function newQuestion(type: QuestionType, questions: Keyed, past: Keyed = []): Question {
  const options: Option[] = isChoice(type)
    ? [
        { key: 'o1', text: {} },
        { key: 'o2', text: {} },
      ]
    : []
  return {
    key: freeKey('q', [...new Set([...questions, ...past].map(({ key }) => key))]),
    type,
    text: {},
    help: {},
    isRequired: type === 'consent',
    options,
    min: null,
    max: null,
    lowLabel: {},
    highLabel: {},
    branches: [],
  }
}

/** A question of another type: what only the old one had is dropped. */
export function withType(question: Question, type: QuestionType): Question {
  const fresh = newQuestion(type, [])
  const options = isChoice(type) && question.options.length > 0 ? question.options : fresh.options
  return { ...question, type, options, min: null, max: null, branches: [] }
}

/** The list with an item moved by a number of places, or as it was where it can't move. */
export function moved<Item>(list: readonly Item[], from: number, by: number): Item[] {
  const to = from + by
  if (to < 0 || to >= list.length) return [...list]
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, list[from] as Item)
}

/** The text in one language; an empty one is left out. */
export function withText(texts: Localized, language: string, text: string): Localized {
  const { [language]: _old, ...others } = texts
  return text === '' ? others : { ...others, [language]: text }
}

const numberTypes = new Set<QuestionType>(['score', 'rating', 'number'])

/** How an answer of this type can be compared. */
export function operatorsOf(type: QuestionType): readonly BranchOperator[] {
  if (numberTypes.has(type)) return branchOperators.filter((operator) => operator !== 'includes')
  if (type === 'singleChoice') return ['equals', 'notEquals', 'answered', 'notAnswered']
  if (type === 'multipleChoice') return ['includes', 'answered', 'notAnswered']
  return ['answered', 'notAnswered']
}

export const operatorLabels: Readonly<Record<BranchOperator, string>> = {
  equals: 'is',
  notEquals: 'is not',
  atLeast: 'is at least',
  atMost: 'is at most',
  includes: 'includes',
  answered: 'is answered',
  notAnswered: 'is not answered',
}

export const needsValue = (operator: BranchOperator): boolean =>
  operator !== 'answered' && operator !== 'notAnswered'

/** The page that a score leads to, as the server chooses it. */
export function thanksOf(thanks: readonly Thanks[], answers: Answers): Thanks | null {
  const score = answers[scoreKey]
  const fits = ({ from, to }: Thanks): boolean => {
    if (from === null && to === null) return true
    return typeof score === 'number' && score >= (from ?? -Infinity) && score <= (to ?? Infinity)
  }
  return thanks.find(fits) ?? null
}

/** The languages that any text of the questions is in, the default one first. */
export function draftLanguages(questions: readonly Question[], defaultLanguage: string): string[] {
  const found = new Set(questions.flatMap(({ text }) => Object.keys(text)))
  found.delete(defaultLanguage)
  return [defaultLanguage, ...[...found].toSorted()]
}

/** The part of the editor in which a fault is. */
export type EditorPart = 'questions' | 'thanks' | 'look' | 'audience' | 'channels'

export function partOfFault(path: string): EditorPart {
  const [first = ''] = path.split('.')
  if (first === 'thanks' || first === 'look' || first === 'audience') return first
  if (first === 'channels' || first === 'mail' || first === 'timing') return 'channels'
  return first === 'defaultLanguage' ? 'look' : 'questions'
}
