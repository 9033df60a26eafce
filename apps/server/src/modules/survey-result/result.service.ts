import type { ResponseFilters } from '@steward/contracts/survey/response'
import type { LatestText, QuestionResult, SurveyResults } from '@steward/contracts/survey/result'
import type { Actor } from '../../platform/actor.ts'
import type { Platform } from '../../platform/platform.ts'
import { unknownSurvey, type SurveyBook } from '../survey-management/index.ts'
import { presentQuestion } from './result.present.ts'
import { countAnswers, readLatest, type Asking, type LatestTextRow } from './result.read-model.ts'
import { questionsOf, shownOf } from './result.rules.ts'

/** Texts that are shown of a question. */
const mostTexts = 3

const textOf = ({
  responseId,
  text,
  recordId,
  recordName,
  claimedName,
  answeredAt,
}: LatestTextRow): LatestText => ({
  responseId,
  text,
  contact: recordId !== null && recordName !== null ? { level: 3, id: recordId, name: recordName } : null,
  claimedName,
  answeredAt: answeredAt.toISOString(),
})

/** Reads the results of a survey, question by question. */
export function createResults(platform: Platform, { book }: { book: SurveyBook }) {
  return async function results(
    actor: Actor,
    surveyId: number,
    filters: ResponseFilters = {},
  ): Promise<SurveyResults> {
    const { tenantId } = actor
    const survey = (await book.surveys(tenantId)).get(surveyId)
    if (!survey) throw unknownSurvey()
    const versions = await book.versions(tenantId, surveyId)
    const asked = questionsOf(survey.type, versions)
    if (asked.length === 0) return { responses: 0, questions: [] }
    const db = platform.database.tenant(tenantId)
    const asking: Asking = { surveyId, filters, asked, versions }
    const counted = await countAnswers(db, actor, asking)
    const answered = new Set(counted.answers.map(({ at }) => at))
    const texts = asked.flatMap((one, at) => (one.kind === 'text' && answered.has(at) ? [{ at, one }] : []))
    const latest = Map.groupBy(await readLatest(db, actor, asking, texts, mostTexts), ({ at }) => at)
    const shown = shownOf(asked, versions, counted.ways)
    const questions = asked.map((one, at): QuestionResult => ({
      ...presentQuestion(one, at, counted, shown.get(one) ?? 0),
      latest: one.kind === 'text' ? (latest.get(at) ?? []).map(textOf) : null,
    }))
    return {
      responses: counted.ways.reduce((sum, { responses }) => sum + responses, 0),
      questions: questions.filter((one) => !one.isRemoved || one.answered > 0),
    }
  }
}

export type Results = ReturnType<typeof createResults>
