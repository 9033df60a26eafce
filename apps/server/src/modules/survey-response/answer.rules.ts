import { scoreKey, surveyLimits as limits, type SurveyType } from '@steward/contracts/plain/survey'
import { pathOf } from '@steward/contracts/plain/survey/path'
import type { Answers, AnswerValue } from '@steward/contracts/survey/answer'
import {
  boundsOfQuestion,
  inLanguage,
  type Question,
  type SurveyDefinition,
  type Thanks,
} from '@steward/contracts/survey/definition'

/** What of an answer is stored. */
export interface ReadAnswer {
  answers: Answers
  /** null where the survey has none, or it was not answered yet. */
  score: number | null
  /** The texts that were written; null without any. */
  comment: string | null
}

export type AnswerFaults = Record<string, string>

type Fault = string | undefined

function faultOfNumber(type: SurveyType, question: Question, answer: AnswerValue): Fault {
  const bounds = boundsOfQuestion(type, question)
  const isWhole = question.type !== 'number'
  if (typeof answer !== 'number' || (isWhole && !Number.isInteger(answer))) {
    return isWhole ? 'Send a whole number.' : 'Send a number.'
  }
  const [min, max] = [bounds?.min ?? -limits.number, bounds?.max ?? limits.number]
  return answer < min || answer > max ? `Send a number from ${min} to ${max}.` : undefined
}

function faultOfText({ type }: Question, answer: AnswerValue): Fault {
  const most = type === 'shortText' ? limits.shortAnswer : limits.longAnswer
  if (typeof answer !== 'string') return 'Send a text.'
  return answer.length > most ? `Send at most ${most.toLocaleString('en-US')} characters.` : undefined
}

function faultOfChoices({ options }: Question, answer: AnswerValue): Fault {
  const keys = new Set(options.map(({ key }) => key))
  if (!Array.isArray(answer)) return 'Send a list of options.'
  if (new Set(answer).size < answer.length) return 'Send each option once.'
  return answer.every((key) => keys.has(key)) ? undefined : 'Send options of this question.'
}

function faultOf(type: SurveyType, question: Question, answer: AnswerValue): Fault {
  switch (question.type) {
    case 'shortText':
    case 'longText':
      return faultOfText(question, answer)
    case 'consent':
      return typeof answer === 'boolean' ? undefined : 'Send true or false.'
    case 'singleChoice':
      return question.options.some(({ key }) => key === answer)
        ? undefined
        : 'Send an option of this question.'
    case 'multipleChoice':
      return faultOfChoices(question, answer)
    default:
      return faultOfNumber(type, question, answer)
  }
}

/** Whether a question was answered; required consent has to be given. */
function isAnswered({ type }: Question, answer: AnswerValue | undefined): boolean {
  if (answer === undefined) return false
  if (type === 'consent') return answer === true
  return typeof answer === 'string' || Array.isArray(answer) ? answer.length > 0 : true
}

/** Whether there is something to check: an empty text is no answer, and a consent may be refused. */
const isSent = (question: Question, answer: AnswerValue | undefined): boolean =>
  isAnswered(question, answer) || answer === false || (question.type === 'consent' && answer !== undefined)

/** Texts without control characters, which no one wrote, and without spaces around them. */
const tidy = (answer: AnswerValue): AnswerValue =>
  typeof answer === 'string' ? answer.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim() : answer

const isMissing = (question: Question, answer: AnswerValue | undefined): boolean =>
  question.isRequired && !isAnswered(question, answer)

const textsOf = (questions: readonly Question[], answers: Answers): string[] =>
  questions.flatMap(({ key, type }) => {
    const answer = answers[key]
    return (type === 'shortText' || type === 'longText') && typeof answer === 'string' ? [answer] : []
  })

function faultsOfKeys(questions: readonly Question[], sent: Answers): AnswerFaults {
  const known = new Set(questions.map(({ key }) => key))
  const unknown = Object.keys(sent).filter((key) => !known.has(key))
  return Object.fromEntries(unknown.map((key) => [`answers.${key}`, 'The survey has no such question.']))
}

/**
 * Reads what someone sent. Answers to questions that are not on the way are left out: a person who goes back
 * and answers differently takes another way. A partial answer lacks nothing.
 */
export function readAnswer(
  type: SurveyType,
  { questions }: Pick<SurveyDefinition, 'questions'>,
  sent: Answers,
  isComplete: boolean,
): { read: ReadAnswer; faults: AnswerFaults } {
  const tidied = Object.fromEntries(Object.entries(sent).map(([key, answer]) => [key, tidy(answer)]))
  const faults = faultsOfKeys(questions, sent)
  const path = pathOf(questions, tidied)
  const answers: Answers = {}
  for (const question of path) {
    const answer = tidied[question.key]
    const isGiven = isSent(question, answer)
    const fault = isGiven ? faultOf(type, question, answer as AnswerValue) : undefined
    if (isGiven) answers[question.key] = answer as AnswerValue
    if (fault) faults[`answers.${question.key}`] = fault
    else if (isComplete && isMissing(question, answer))
      faults[`answers.${question.key}`] = 'Answer this question.'
  }
  const texts = textsOf(path, answers)
  const score = type === 'custom' ? undefined : answers[scoreKey]
  return {
    read: {
      answers,
      score: typeof score === 'number' ? score : null,
      comment: texts.length > 0 ? texts.join('\n') : null,
    },
    faults,
  }
}

/** The page that a score leads to; null where none fits. */
export function thanksFor({ thanks }: Pick<SurveyDefinition, 'thanks'>, score: number | null): Thanks | null {
  const fits = ({ from, to }: Thanks) =>
    score === null ? from === null && to === null : score >= (from ?? -Infinity) && score <= (to ?? Infinity)
  return thanks.find(fits) ?? null
}

const isChoice = ({ type }: Question): boolean => type === 'singleChoice' || type === 'multipleChoice'

/** One answer in words, in the default language; empty where there is none. */
export function answerWords(
  { questions, defaultLanguage }: Pick<SurveyDefinition, 'questions' | 'defaultLanguage'>,
  key: string,
  answer: AnswerValue | undefined,
): string {
  const question = questions.find((one) => one.key === key)
  if (answer === undefined || !question) return ''
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  const nameOf = (option: string): string => {
    const found = question.options.find((one) => one.key === option)
    return found ? inLanguage(found.text, defaultLanguage, defaultLanguage) : option
  }
  const inWords = (one: string | number) => (isChoice(question) ? nameOf(String(one)) : String(one))
  return Array.isArray(answer) ? answer.map(inWords).join(', ') : inWords(answer)
}

/** The answers in words, in the default language: question and answer. */
export function wordsOf(definition: SurveyDefinition, answers: Answers): [string, string][] {
  const { questions, defaultLanguage } = definition
  return questions.flatMap(({ key, text }): [string, string][] =>
    answers[key] === undefined
      ? []
      : [[inLanguage(text, defaultLanguage, defaultLanguage), answerWords(definition, key, answers[key])]],
  )
}
