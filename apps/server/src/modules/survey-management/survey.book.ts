import { dayOf } from '../../platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import { listSurveys, listVersions, type StoredSurvey } from './survey.store.ts'
import { stateOf } from './survey.present.ts'

/** A survey as it is asked and answered. */
export interface AskedSurvey {
  survey: StoredSurvey
  version: number
  content: SurveyContent
}

/** The surveys of tenants with all of their versions: public calls read nothing else of them. */
export function createSurveyBook(platform: Platform) {
  const cache = platform.caches.create('survey', async (tenantId, db) => {
    const surveys = await listSurveys(db, tenantId)
    return new Map(surveys.map((survey) => [survey.surveyId, survey]))
  })
  /** Versions never change, so that they are kept for good. One that is not there may come, and anyone can ask for any. */
  const versions = platform.caches.create(
    'survey-version',
    async () => new Map<string, Promise<SurveyContent | undefined>>(),
  )

  async function contentOf(
    tenantId: number,
    surveyId: number,
    version: number,
  ): Promise<SurveyContent | undefined> {
    const known = await versions.get(tenantId)
    const key = `${surveyId}.${version}`
    const found =
      known.get(key) ??
      listVersions(platform.database.tenant(tenantId), tenantId, surveyId).then(
        (rows) => rows.find((row) => row.version === version)?.content,
      )
    known.set(key, found)
    const forget = () => known.delete(key)
    found.then((content) => content === undefined && forget(), forget)
    return found
  }

  return {
    forget: (tenantId: number) => cache.forget(tenantId),

    /** The surveys of a tenant by id, without deleted ones. */
    surveys: (tenantId: number) => cache.get(tenantId),

    /** A survey at a version that was published, the present one unless told; undefined where there is none. */
    async at(tenantId: number, surveyId: number, version?: number): Promise<AskedSurvey | undefined> {
      const survey = (await cache.get(tenantId)).get(surveyId)
      const wanted = version ?? survey?.version ?? null
      if (!survey || wanted === null) return undefined
      const isPresent = wanted === survey.version && survey.published !== null
      const content = isPresent ? survey.published : await contentOf(tenantId, surveyId, wanted)
      return content ? { survey, version: wanted, content } : undefined
    },

    /** The versions of a survey, latest first. */
    versions: (tenantId: number, surveyId: number) =>
      listVersions(platform.database.tenant(tenantId), tenantId, surveyId),

    /** Whether answers are accepted now. */
    stateOf: (survey: StoredSurvey) => stateOf(survey, dayOf(platform.clock.now())),
  }
}

export type SurveyBook = ReturnType<typeof createSurveyBook>
