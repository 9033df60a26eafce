import type { QuestionType, SurveyType } from '@steward/contracts/plain/survey'
import { placeBehind } from '@steward/contracts/plain/survey/path'
import { boundsOfQuestion, inLanguage, type Question } from '@steward/contracts/survey/definition'
import type { SurveyContent } from '@steward/contracts/survey/survey'

/** The versions of a survey, latest first. */
export type Versions = readonly { version: number; content: SurveyContent }[]

/** How answers are counted. */
type Kind = 'scale' | 'number' | 'choice' | 'choices' | 'text' | 'consent'

const kinds: Readonly<Record<QuestionType, Kind>> = {
  score: 'scale',
  rating: 'scale',
  number: 'number',
  singleChoice: 'choice',
  multipleChoice: 'choices',
  shortText: 'text',
  longText: 'text',
  consent: 'consent',
}

export interface AskedOption {
  key: string
  text: string
  isRemoved: boolean
}

/** A question in all versions that ask it the same way. */
export interface AskedQuestion {
  key: string
  kind: Kind
  /** As it was asked last. */
  question: Question
  text: string
  isRemoved: boolean
  /** Latest first. */
  versions: number[]
  /** Those of the last version that asks it, then the options of earlier ones. */
  options: AskedOption[]
  /** The lowest and the highest step; null unless it is a scale. */
  bounds: { min: number; max: number } | null
  /** Whether another version asks something else under this key. */
  isShared: boolean
}

/** Beyond these, questions that were removed long ago are left out. */
const mostQuestions = 200

/** A scale with other ends, and a question of another kind, is another question, although its key stays. */
const identityOf = (type: SurveyType, question: Question): string => {
  const kind = kinds[question.type]
  const scale = kind === 'scale' ? boundsOfQuestion(type, question)?.max : ''
  return `${question.key} ${kind} ${scale}`
}

function newQuestion(
  type: SurveyType,
  question: Question,
  language: string,
  isRemoved: boolean,
): AskedQuestion {
  const kind = kinds[question.type]
  const { min, max } = boundsOfQuestion(type, question) ?? {}
  const hasScale = kind === 'scale' && typeof min === 'number' && typeof max === 'number'
  return {
    key: question.key,
    kind,
    question,
    text: inLanguage(question.text, language, language),
    isRemoved,
    versions: [],
    options: [],
    bounds: hasScale ? { min, max } : null,
    isShared: false,
  }
}

/** Adds options that no later version has. */
function addOptions(
  { options, isRemoved }: AskedQuestion,
  question: Question,
  language: string,
  isLast: boolean,
): void {
  for (const { key, text } of question.options) {
    if (options.some((one) => one.key === key)) continue
    options.push({ key, text: inLanguage(text, language, language), isRemoved: !isLast && !isRemoved })
  }
}

/** All questions that were ever asked, those of the latest version first, in its order. */
export function questionsOf(type: SurveyType, versions: Versions): AskedQuestion[] {
  const found = new Map<string, AskedQuestion>()
  versions.forEach(({ version, content: { questions, defaultLanguage } }, age) => {
    for (const question of questions) {
      const identity = identityOf(type, question)
      const asked = found.get(identity) ?? newQuestion(type, question, defaultLanguage, age > 0)
      const isLast = asked.versions.length === 0
      addOptions(asked, question, defaultLanguage, isLast)
      asked.versions.push(version)
      found.set(identity, asked)
    }
  })
  const all = [...found.values()].slice(0, mostQuestions)
  const byKey = Map.groupBy(all, ({ key }) => key)
  return all.map((asked) => ({ ...asked, isShared: (byKey.get(asked.key) ?? []).length > 1 }))
}

/** The questions with branches, whose answers decide about the way. */
export const forksOf = ({ questions }: Pick<SurveyContent, 'questions'>): Question[] =>
  questions.filter(({ branches }) => branches.length > 0)

/** The letter of the branch that was taken; that of none is the first. */
export const letterOf = (branch: number): string => String.fromCodePoint('a'.codePointAt(0)! + branch + 1)

/**
 * The keys of the questions on a way. A way is a letter for each question with branches, in their order; those that were
 * not reached have one too.
 */
function keysOnWay({ questions }: Pick<SurveyContent, 'questions'>, way: string): string[] {
  const forks = new Map(forksOf({ questions }).map(({ key }, at) => [key, at]))
  const keys: string[] = []
  for (let at = 0; at < questions.length;) {
    const { key, branches } = questions[at] as Question
    keys.push(key)
    const fork = forks.get(key)
    const branch = fork === undefined ? undefined : branches.find((_, nth) => letterOf(nth) === way[fork])
    at = placeBehind(questions, at, branch)
  }
  return keys
}

export interface WayCount {
  version: number
  way: string
  isImported: boolean
  responses: number
}

/** How many responses were shown each question: of imported ones it is not known. */
export function shownOf(
  asked: readonly AskedQuestion[],
  versions: Versions,
  ways: readonly WayCount[],
): Map<AskedQuestion, number> {
  const contents = new Map(versions.map(({ version, content }) => [version, content]))
  const shown = new Map<AskedQuestion, number>(asked.map((one) => [one, 0]))
  for (const { version, way, isImported, responses } of ways) {
    const content = contents.get(version)
    if (isImported || !content) continue
    const keys = new Set(keysOnWay(content, way))
    for (const one of asked) {
      if (keys.has(one.key) && one.versions.includes(version))
        shown.set(one, (shown.get(one) ?? 0) + responses)
    }
  }
  return shown
}
