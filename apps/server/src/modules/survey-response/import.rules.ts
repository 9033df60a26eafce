import { importTargets, type ImportTarget } from '@steward/contracts/plain/survey'
import { scoreKey, type SurveyType } from '@steward/contracts/plain/survey'
import type { Answers, AnswerValue } from '@steward/contracts/survey/answer'
import type { Question, SurveyDefinition } from '@steward/contracts/survey/definition'
import type { SurveyImportForm } from '@steward/contracts/survey/import'
import { hasForbiddenCharacters } from '@steward/contracts/value'
import { readAnswer, type ReadAnswer } from './answer.rules.ts'

/** How a person or a company of a row is called. */
export interface RowNames {
  email: string | null
  externalId: string | null
  account: string | null
  accountExternalId: string | null
}

/** What a row of a file is. */
export type ReadRow =
  | { kind: 'response'; answer: ReadAnswer; day: string | null; names: RowNames }
  | { kind: 'noAnswer' }
  | { kind: 'refused'; message: string }

/** Reads the day of a cell; undefined where it is none. */
export type ReadDay = (cell: string, format: string | undefined) => string | undefined

const isTarget = (target: string): target is ImportTarget =>
  (importTargets as readonly string[]).includes(target)

/** What is wrong with the columns, by path. */
export function faultsOfColumns(
  { columns }: SurveyImportForm,
  { questions }: Pick<SurveyDefinition, 'questions'>,
): Record<string, string> {
  const keys = new Set(questions.map(({ key }) => key))
  const faults: Record<string, string> = {}
  const seen = new Set<string>()
  columns.forEach(({ target }, at) => {
    if (!isTarget(target) && !keys.has(target))
      faults[`columns.${at}.target`] = 'The survey has no such question.'
    if (seen.has(target)) faults[`columns.${at}.target`] = 'Another column is matched to this already.'
    seen.add(target)
  })
  if (![...seen].some((target) => keys.has(target))) faults['columns'] = 'Choose the column of an answer.'
  return faults
}

const optionNamed = ({ options }: Question, cell: string): string | undefined => {
  const wanted = cell.toLowerCase()
  return options.find(
    ({ key, text }) => key === cell || Object.values(text).some((one) => one.toLowerCase() === wanted),
  )?.key
}

const optionOf = (question: Question, cell: string): string => optionNamed(question, cell) ?? cell

/** The options that a cell lists. The text of an option may have a comma of its own: the longest that fits is meant. */
function optionsIn(question: Question, cell: string): string[] {
  const parts = cell.split(/([;,\n])/)
  const found: string[] = []
  for (let from = 0; from < parts.length;) {
    let to = parts.length
    const textTo = (end: number): string => parts.slice(from, end).join('').trim()
    while (to > from + 1 && optionNamed(question, textTo(to)) === undefined) to -= 2
    const text = textTo(to)
    if (text !== '') found.push(optionOf(question, text))
    from = to + 1
  }
  return [...new Set(found)]
}

const yes = /^(yes|y|true|1|ja|oui|sí|si)$/i

function valueOf(question: Question, cell: string): AnswerValue {
  switch (question.type) {
    case 'shortText':
    case 'longText':
      return cell
    case 'consent':
      return yes.test(cell)
    case 'singleChoice':
      return optionOf(question, cell)
    case 'multipleChoice':
      return optionsIn(question, cell)
    default:
      // Exports write whole numbers as 9.0 too.
      return /^-?\d+([.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell
  }
}

const cellAt = (cells: readonly string[], column: number | undefined): string =>
  column === undefined ? '' : (cells[column] ?? '').trim()

/** Reads the rows of a file as responses to a survey. */
export function createRowReader(
  type: SurveyType,
  definition: Pick<SurveyDefinition, 'questions'>,
  { columns, noAnswer }: SurveyImportForm,
  readDay: ReadDay,
): (cells: readonly string[]) => ReadRow {
  const byKey = new Map(definition.questions.map((question) => [question.key, question]))
  const isNothing = new Set(noAnswer.map((text) => text.trim()))
  const columnOf = (target: ImportTarget) => columns.find((one) => one.target === target)

  function answersIn(cells: readonly string[]): Answers {
    const answers: Answers = {}
    for (const { column, target } of columns) {
      const question = byKey.get(target)
      const cell = cellAt(cells, column)
      if (question && cell !== '' && !isNothing.has(cell)) answers[target] = valueOf(question, cell)
    }
    return answers
  }

  /** null: no cell says it; undefined: it is none. */
  function dayIn(cells: readonly string[]): string | null | undefined {
    const at = columnOf('answeredAt')
    const cell = cellAt(cells, at?.column)
    return cell === '' ? null : readDay(cell, at?.dateFormat)
  }

  const isAnswer = (answers: Answers): boolean =>
    type === 'custom' ? Object.keys(answers).length > 0 : answers[scoreKey] !== undefined

  return (cells) => {
    if (columns.some(({ column }) => hasForbiddenCharacters(cellAt(cells, column)))) {
      const message = "A cell contains a character that can't be stored. Remove it and try again."
      return { kind: 'refused', message }
    }
    const answers = answersIn(cells)
    if (!isAnswer(answers)) return { kind: 'noAnswer' }
    // What the survey requires today was not asked elsewhere.
    const { read, faults } = readAnswer(type, definition, answers, false)
    const [fault] = Object.entries(faults)
    if (fault) return { kind: 'refused', message: `${fault[0].replace('answers.', '')}: ${fault[1]}` }
    const day = dayIn(cells)
    if (day === undefined)
      return { kind: 'refused', message: 'The day of the answer is not in the chosen format.' }
    const nameOf = (target: ImportTarget): string | null => cellAt(cells, columnOf(target)?.column) || null
    const names = {
      email: nameOf('email'),
      externalId: nameOf('externalId'),
      account: nameOf('account'),
      accountExternalId: nameOf('accountExternalId'),
    }
    return { kind: 'response', answer: read, day, names }
  }
}

/** A day is stored as its noon in UTC, so that it is the same day in most time zones. */
export const instantOf = (day: string): Date => new Date(day.length > 10 ? day : `${day}T12:00:00Z`)
