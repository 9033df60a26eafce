import { npsGroups, type NpsGroup } from '@steward/contracts/plain/survey'
import { inLanguage } from '@steward/contracts/survey/definition'
import type { ResponseFilters } from '@steward/contracts/survey/response'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { csvLine } from '../../platform/tabular/index.ts'
import type { StoredSurvey } from '../survey-management/index.ts'
import { answerWords } from './answer.rules.ts'
import { listResponses, type ListedResponse } from './response.read-model.ts'
import { groupOf } from './score.rules.ts'

const batchSize = 1000

/** The versions of a survey, latest first. */
export type Versions = readonly { version: number; content: SurveyContent }[]

const header = [
  'Response',
  'Answered at (UTC)',
  'Score',
  'Group',
  'Contact',
  'Account',
  'Channel',
  'Language',
  'Version',
  'Complete',
]

/** The questions of all versions by key, as the latest that has them asks them. */
function questionsOf(versions: Versions): Map<string, string> {
  const texts = new Map<string, string>()
  for (const { content } of versions) {
    const { questions, defaultLanguage } = content
    for (const { key, text } of questions) {
      if (!texts.has(key)) texts.set(key, inLanguage(text, defaultLanguage, defaultLanguage))
    }
  }
  return texts
}

const groupName = (type: StoredSurvey['type'], score: number | null): NpsGroup | '' =>
  type === 'nps' && score !== null && npsGroups.includes(groupOf(score)) ? groupOf(score) : ''

function lineOf(
  { type }: Pick<StoredSurvey, 'type'>,
  row: ListedResponse,
  keys: readonly string[],
  content: SurveyContent | undefined,
): string {
  const cells = [
    row.responseId,
    row.answeredAt.toISOString(),
    row.score,
    groupName(type, row.score),
    row.recordName ?? row.claimedName,
    row.accountName,
    row.channel,
    row.language,
    row.version,
    row.isComplete ? 'Yes' : 'No',
  ]
  const answers = keys.map((key) => (content ? answerWords(content, key, row.answers[key]) : ''))
  return csvLine([...cells.map((cell) => String(cell ?? '')), ...answers])
}

/** The responses that filters leave as lines of a CSV file, latest first, a batch at a time. */
export async function readResponseLines(
  db: Db,
  actor: Actor,
  { survey, versions, filters }: { survey: StoredSurvey; versions: Versions; filters: ResponseFilters },
): Promise<AsyncGenerator<string>> {
  const questions = questionsOf(versions)
  const keys = [...questions.keys()]
  const contents = new Map(versions.map(({ version, content }) => [version, content]))
  const read = (after: ListedResponse | null) =>
    listResponses(db, actor, survey.surveyId, { filters, after, limit: batchSize })
  const first = await read(null)

  async function* lines(): AsyncGenerator<string> {
    yield csvLine([...header, ...questions.values()])
    let rows = first
    while (rows.length > 0) {
      yield rows.map((row) => lineOf(survey, row, keys, contents.get(row.version))).join('')
      rows = rows.length < batchSize ? [] : await read(rows.at(-1) as ListedResponse)
    }
  }
  return lines()
}
