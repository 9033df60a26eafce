import type { SurveyResponse } from '@steward/contracts/survey/response'
import type { SurveyVersion } from '@steward/contracts/survey/survey'
import { answerLines } from './answer-text.ts'

/** A cell that a spreadsheet would calculate is a text instead. */
const guarded = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^-?\d/.test(text) ? `'${text}` : text

const cell = (value: string | number | null): string => {
  const text = guarded(String(value ?? ''))
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The responses as CSV, a column for each question that was ever asked. */
export function csvOf(responses: readonly SurveyResponse[], versions: readonly SurveyVersion[]): string {
  const questions = new Map<string, string>()
  const rows = responses.map((response) => {
    const lines = answerLines(response, versions)
    for (const { key, question } of lines) if (!questions.has(key)) questions.set(key, question)
    return { response, answers: new Map(lines.map(({ key, answer }) => [key, answer])) }
  })
  const head = ['Answered', 'Contact', 'Account', 'Channel', 'Complete', 'Language', ...questions.values()]
  const lines = rows.map(({ response, answers }) => [
    response.answeredAt,
    response.contact?.name ?? response.claimedName,
    response.account?.name ?? null,
    response.channel,
    response.isComplete ? 'yes' : 'no',
    response.language,
    ...[...questions.keys()].map((key) => answers.get(key) ?? null),
  ])
  return [head, ...lines].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}
