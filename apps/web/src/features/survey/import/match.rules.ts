import type { DateFormat } from '@steward/contracts/plain/cell-format'
import { importTargets, type ImportTarget, scoreKey } from '@steward/contracts/plain/survey'
import { inLanguage } from '@steward/contracts/plain/survey/text'
import type { Question } from '@steward/contracts/survey/definition'
import type { SurveyImportForm } from '@steward/contracts/survey/import'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import type { ColumnGuess, Detection } from '../../../entities/table-file/index.ts'

/** What a column can be matched to: a question, or who answered when. */
export interface MatchTarget {
  key: string
  label: string
}

const targetLabels: Readonly<Record<ImportTarget, string>> = {
  answeredAt: 'Day of the answer',
  email: 'Email of the contact',
  externalId: 'External ID of the contact',
  account: 'Account',
  accountExternalId: 'External ID of the account',
}

export function targetsOf({ questions, defaultLanguage }: SurveyContent): {
  answers: MatchTarget[]
  people: MatchTarget[]
} {
  const labelOf = ({ text, key }: Question) => inLanguage(text, defaultLanguage, defaultLanguage) || key
  return {
    answers: questions.map((question) => ({ key: question.key, label: labelOf(question) })),
    people: importTargets.map((key) => ({ key, label: targetLabels[key] })),
  }
}

/** Which column each target is read from. */
export type Matches = Readonly<Record<string, number>>

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** How headers are worded, by target; the score and the comment of NPS, CSAT and CES surveys have fixed keys. */
const wordings: Readonly<Record<string, RegExp>> = {
  [scoreKey]: /\b(nps|csat|ces|score|rating|satisfaction|netpro|likely|likelihood|recommend\w*)\b/,
  comment: /\b(comments?|reasons?|feedback|verbatim|explanation|why)\b/,
  answeredAt: /\b(date|day|answered|responded|submitted|completed|created)\b/,
  email: /\b(e ?)?mail\b/,
  externalId: /\b(contact|customer|user|respondent) id\b/,
  account: /^(account|company|organi[sz]ation|airline)( name)?$/,
  accountExternalId: /\b(account|company|organi[sz]ation) id\b/,
}

function isNamed(name: string, { key, label }: MatchTarget): boolean {
  const words = plain(name)
  return words === plain(key) || words === plain(label) || Boolean(wordings[key]?.test(words))
}

/** The columns whose headers say what they are, each for one target at most. */
export function guessMatches(targets: readonly MatchTarget[], columns: readonly ColumnGuess[]): Matches {
  const free = new Set(columns)
  const found: Record<string, number> = {}
  for (const target of targets) {
    const column = [...free].find(({ name }) => isNamed(name, target))
    if (!column) continue
    found[target.key] = column.column
    free.delete(column)
  }
  return found
}

export interface MatchDraft {
  matches: Matches
  dateFormat: DateFormat
  /** As it is typed: texts with commas between them. */
  noAnswer: string
  answeredOn: string | null
}

export function formOf({ uploadId, settings }: Detection, draft: MatchDraft): SurveyImportForm {
  const columns = Object.entries(draft.matches).map(([target, column]) => ({
    column,
    target,
    ...(target === 'answeredAt' ? { dateFormat: draft.dateFormat } : {}),
  }))
  const noAnswer = draft.noAnswer
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
  return { uploadId, settings, columns, noAnswer, answeredOn: draft.answeredOn }
}
