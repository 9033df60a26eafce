import type {
  ResponseFilters,
  SurveyResponse,
  SurveyStatBar,
  SurveyTrendPoint,
} from '@steward/contracts/survey/response'
import type { RecordResponse, RecordSurveys } from '@steward/contracts/survey/record'
import type { SurveyFigures } from '@steward/contracts/survey/survey'
import { surveyChannels, type SurveyChannel } from '@steward/contracts/plain/survey'
import { isScoped, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { SurveyAudiences } from '../survey-audience/index.ts'
import { unknownSurvey, type StoredSurvey, type SurveyBook } from '../survey-management/index.ts'
import type { TimelineService } from '../timeline/index.ts'
import {
  countByPeriod,
  countSeenByPeriod,
  countSeenOfSurveys,
  countOfSurveys,
  countResponses,
  listResponseTexts,
  readCounts,
  type Counts,
  type PageKey,
} from './response.read-model.ts'
import { readResponseLines } from './response.csv.ts'
import { keyOf, writeResponse } from './response.writing.ts'
import { deleteResponse, lockResponses } from './response.store.ts'
import { uncounted } from './count.rules.ts'
import { wordsOf } from './answer.rules.ts'
import {
  countOfRecord,
  listOfRecord,
  readNames,
  type RecordCount,
  type RecordResponseRow,
} from './score.read-model.ts'
import { groupOf, groupsOf, scoreOf } from './score.rules.ts'

export interface ResponseNeighbours {
  audit: Pick<AuditService, 'write'>
  timeline: Pick<TimelineService, 'amend'>
  audiences: Pick<SurveyAudiences, 'countAsks'>
  book: SurveyBook
}

const writeKey = ({ micros, responseId }: PageKey): string =>
  Buffer.from(`${micros}.${responseId}`).toString('base64url')

/** Throws `invalid_input` for a text that no page has given. */
function readKey(text: string): PageKey {
  const [, micros, id] =
    /^(-?\d{1,17})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (micros === undefined || id === undefined) {
    throw invalid('survey.key', { startAtKey: 'Send lastFetchedKey of the page before.' })
  }
  return { micros: Number(micros), responseId: Number(id) }
}

const isEmpty = (filters: ResponseFilters): boolean =>
  Object.values(filters).every((value) => value === undefined)

const noAsks = { asked: 0, answered: 0 } as const

const scoresOf = (counts: Counts): Counts => new Map([...counts].filter(([score]) => score >= 0))

const totalOf = (counts: Counts, holds: (score: number) => boolean): number =>
  [...counts].reduce((sum, [score, count]) => sum + (holds(score) ? count : 0), 0)

const isComplete = (score: number): boolean => score !== uncounted.partial

/** Responses of a record that are shown. */
const mostOfRecord = 50

/** How many responses have each score. */
function sumsOf(counts: readonly RecordCount[]): Counts {
  const sums = new Map<number, number>()
  for (const { score, responses } of counts) {
    if (score >= 0) sums.set(score, (sums.get(score) ?? 0) + responses)
  }
  return sums
}

/** What people answered, for those who use Steward. */
export function createResponses(platform: Platform, neighbours: ResponseNeighbours) {
  const { audit, timeline, audiences, book } = neighbours
  const dbOf = ({ tenantId }: Pick<Actor, 'tenantId'>) => platform.database.tenant(tenantId)

  async function surveyOf({ tenantId }: Actor, surveyId: number): Promise<StoredSurvey> {
    const survey = (await book.surveys(tenantId)).get(surveyId)
    if (!survey) throw unknownSurvey()
    return survey
  }

  /** A response in words; nothing where its survey was deleted a moment ago. */
  async function shownOf(tenantId: number, row: RecordResponseRow): Promise<RecordResponse[]> {
    const { responseId, surveyId, version, channel, score, answers, answeredAt, level, recordId, name } = row
    const asked = await book.at(tenantId, surveyId, version)
    if (!asked) return []
    const { survey, content } = asked
    return [
      {
        responseId,
        surveyId,
        surveyName: survey.name,
        type: survey.type,
        channel: surveyChannels[channel - 1] as SurveyChannel,
        score,
        group: survey.type === 'nps' && score !== null ? groupOf(score) : null,
        answers: wordsOf(content, answers).map(([question, answer]) => ({ question, answer })),
        contact: level === 3 ? { level, id: recordId, name } : null,
        answeredAt: answeredAt.toISOString(),
      },
    ]
  }

  async function asksOf(actor: Actor, surveyId: number) {
    const [counted] = await audiences.countAsks(dbOf(actor), actor.tenantId, [surveyId])
    const { asked, answered } = counted ?? noAsks
    return {
      asked,
      answered,
      responseRate: asked === 0 ? null : Math.round((answered / asked) * 10_000) / 100,
    }
  }

  return {
    /** A page of responses, latest first, and the key of the next one. */
    async list(
      actor: Actor,
      surveyId: number,
      {
        startAtKey,
        limit,
        filters = {},
      }: { startAtKey?: string | undefined; limit: number; filters?: ResponseFilters | undefined },
    ): Promise<JsonText<{ data: SurveyResponse[]; lastFetchedKey: string | null }>> {
      const survey = await surveyOf(actor, surveyId)
      const after = startAtKey === undefined ? null : readKey(startAtKey)
      const rows = await listResponseTexts(dbOf(actor), actor, surveyId, { filters, after, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const next = rows.length > limit && last ? `"${writeKey(keyOf(last))}"` : 'null'
      const data = page.map((row) => writeResponse(survey.type, row)).join(',')
      return new JsonText(`{"data":[${data}],"lastFetchedKey":${next}}`)
    },

    /** The score of a survey, and how many were asked; of the responses that filters leave. */
    async statBar(actor: Actor, surveyId: number, filters: ResponseFilters = {}): Promise<SurveyStatBar> {
      const survey = await surveyOf(actor, surveyId)
      const isWhole = isEmpty(filters) && !isScoped(actor)
      const [counts, asks] = await Promise.all([
        isWhole
          ? readCounts(dbOf(actor), actor.tenantId, surveyId)
          : countResponses(dbOf(actor), actor, surveyId, filters),
        isWhole ? asksOf(actor, surveyId) : { asked: null, answered: null, responseRate: null },
      ])
      const scores = scoresOf(counts)
      return {
        ...scoreOf(survey.type, scores),
        ...asks,
        complete: totalOf(counts, isComplete),
        partial: counts.get(uncounted.partial) ?? 0,
        distribution: [...scores].map(([score, responses]) => ({ score, responses })),
        groups: survey.type === 'nps' ? groupsOf(scores) : null,
      }
    },

    /** The responses that filters leave, as the lines of a CSV file. That they were taken is in the audit log. */
    async export(actor: Actor, surveyId: number, filters: ResponseFilters = {}) {
      const { tenantId } = actor
      const survey = await surveyOf(actor, surveyId)
      const versions = await book.versions(tenantId, surveyId)
      const lines = await readResponseLines(dbOf(actor), actor, { survey, versions, filters })
      await audit.write(dbOf(actor), tenantId, {
        action: 'survey.exported',
        summary: `The responses to the survey “${survey.name}” were exported`,
        actor,
        details: { surveyId, filters },
      })
      const day = platform.clock.now().toISOString().slice(0, 10)
      return { lines, fileName: `steward-survey-${surveyId}-${day}.csv` }
    },

    /** The score of each day, week, month or quarter with responses, of those that the actor sees. */
    async trend(
      actor: Actor,
      surveyId: number,
      period: 'day' | 'week' | 'month' | 'quarter',
    ): Promise<SurveyTrendPoint[]> {
      const survey = await surveyOf(actor, surveyId)
      const rows = isScoped(actor)
        ? await countSeenByPeriod(dbOf(actor), actor, surveyId, period)
        : await countByPeriod(dbOf(actor), actor.tenantId, surveyId, period)
      return [...Map.groupBy(rows, ({ from }) => from)].map(([from, some]) => ({
        from,
        ...scoreOf(survey.type, new Map(some.map(({ score, responses }) => [score, responses]))),
      }))
    },

    /** The answers of a record and of the contacts below it. Throws not_found where the actor doesn't see it. */
    async ofRecord(actor: Actor, recordId: number): Promise<RecordSurveys> {
      const { tenantId } = actor
      const db = dbOf(actor)
      if (!(await readNames(db, actor, [recordId])).has(recordId)) {
        throw notFound('record.unknown', "This record does not exist, or you can't see it.")
      }
      const [all, rows, surveys] = await Promise.all([
        countOfRecord(db, actor, recordId),
        listOfRecord(db, actor, recordId, mostOfRecord),
        book.surveys(tenantId),
      ])
      const counts = all.filter(({ surveyId }) => surveys.has(surveyId))
      const ofNps = counts.filter(({ surveyId }) => surveys.get(surveyId)?.type === 'nps')
      const trend = [...Map.groupBy(ofNps, ({ from }) => from)].map(([from, some]) => ({
        from,
        ...scoreOf('nps', sumsOf(some)),
      }))
      const responses: RecordResponse[] = []
      for (const row of rows) responses.push(...(await shownOf(tenantId, row)))
      return {
        nps: { ...scoreOf('nps', sumsOf(ofNps)), trend },
        surveys: [...Map.groupBy(counts, ({ surveyId }) => surveyId)].map(([surveyId, some]) => {
          const { name, type } = surveys.get(surveyId) as StoredSurvey
          const last = Math.max(...some.map((one) => one.last.getTime()))
          return {
            surveyId,
            name,
            type,
            ...scoreOf(type, sumsOf(some)),
            complete: some.reduce((sum, one) => sum + one.responses, 0),
            lastAnsweredAt: new Date(last).toISOString(),
          }
        }),
        responses,
      }
    },

    /** Deletes a response, and takes it off timelines. Throws not_found where there is none. */
    async remove(actor: Actor, surveyId: number, responseId: number): Promise<void> {
      const { tenantId } = actor
      await surveyOf(actor, surveyId)
      await transact(dbOf(actor), async (tx) => {
        // One that is just being put on timelines is deleted with its item.
        await lockResponses(tx, tenantId, [responseId])
        const gone = await deleteResponse(tx, tenantId, surveyId, responseId)
        if (!gone)
          throw notFound('survey.unknown_response', 'This response does not exist, or it was deleted.')
        if (gone.itemId !== null) await timeline.amend(tx, tenantId, [gone.itemId], { hidden: true })
        await audit.write(tx, tenantId, {
          action: 'survey.response_deleted',
          summary: 'A response to a survey was deleted',
          actor,
          details: { surveyId, responseId },
        })
      })
    },

    /** What surveys brought, for their list; for those who see some records only, of these. */
    async figures(actor: Actor, surveys: readonly StoredSurvey[]): Promise<Map<number, SurveyFigures>> {
      const ids = surveys.map(({ surveyId }) => surveyId)
      const isOfSome = isScoped(actor)
      const [counts, asks] = await Promise.all([
        isOfSome
          ? countSeenOfSurveys(dbOf(actor), actor, ids)
          : countOfSurveys(dbOf(actor), actor.tenantId, ids),
        isOfSome ? [] : audiences.countAsks(dbOf(actor), actor.tenantId, ids),
      ])
      const askedBySurvey = new Map(asks.map((one) => [one.surveyId, one]))
      const bySurvey = Map.groupBy(counts, ({ surveyId }) => surveyId)
      return new Map(
        surveys.map(({ surveyId, type }) => {
          const of = new Map((bySurvey.get(surveyId) ?? []).map(({ score, responses }) => [score, responses]))
          const { score } = scoreOf(type, scoresOf(of))
          const { asked, answered } = askedBySurvey.get(surveyId) ?? noAsks
          const ofAsked = isOfSome ? { asked: null, answered: null } : { asked, answered }
          return [surveyId, { ...ofAsked, responses: totalOf(of, isComplete), score }]
        }),
      )
    },
  }
}

export type ResponseService = ReturnType<typeof createResponses>
