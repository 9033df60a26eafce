import { inLanguage } from '@steward/contracts/plain/survey/text'
import type { AnswerValue } from '@steward/contracts/survey/answer'
import type { Question } from '@steward/contracts/survey/definition'
import type { SurveyResponse } from '@steward/contracts/survey/response'
import type { SurveyVersion } from '@steward/contracts/survey/survey'

function valueText(value: AnswerValue, question: Question | undefined, language: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const keys = Array.isArray(value) ? value : [String(value)]
  const texts = keys.map((key) => {
    const option = question?.options.find((one) => one.key === key)
    return option ? inLanguage(option.text, language, language) || key : key
  })
  return texts.join(', ')
}

export interface AnswerLine {
  key: string
  question: string
  answer: string
}

/** The answers with the questions as they were asked, in the default language of that version. */
export function answerLines(
  { answers, version }: Pick<SurveyResponse, 'answers' | 'version'>,
  versions: readonly SurveyVersion[],
): AnswerLine[] {
  const content = versions.find((one) => one.version === version)?.content
  const language = content?.defaultLanguage ?? 'en'
  const questions = content?.questions ?? []
  const known = questions.filter(({ key }) => answers[key] !== undefined)
  const keys = [
    ...known.map(({ key }) => key),
    ...Object.keys(answers).filter((key) => !known.some((one) => one.key === key)),
  ]
  return keys.map((key) => {
    const question = questions.find((one) => one.key === key)
    return {
      key,
      question: (question && inLanguage(question.text, language, language)) || key,
      answer: valueText(answers[key]!, question, language),
    }
  })
}
