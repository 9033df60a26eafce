import { surveyChanged, type SurveyChanged } from '@steward/contracts/event/survey.event'
import { surveyLimits } from '@steward/contracts/plain/survey'
import type {
  ChangeSurvey,
  CreateSurvey,
  Survey,
  SurveyContent,
  SurveyDetail,
  SurveyFigures,
  SurveyVersion,
} from '@steward/contracts/survey/survey'
import { isDeepStrictEqual } from 'node:util'
import { userOf, type Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, notFound } from '../../platform/errors.ts'
import { publish } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { RecordRules } from '../record-rule/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { SurveyBook } from './survey.book.ts'
import { faultsOfSurvey } from './survey.check.rules.ts'
import { presentDetail, presentSurvey, presentVersion, type Presenting } from './survey.present.ts'
import { starterOf } from './survey.starter.rules.ts'
import {
  countSurveys,
  findSurvey,
  insertSurvey,
  insertVersion,
  listSurveys,
  listVersions,
  lockSurvey,
  markDeleted,
  updateSurvey,
  type StoredSurvey,
} from './survey.store.ts'
import { signToken } from './survey.token.ts'

/** The figures of surveys as the actor sees them, which the modules above count. */
export type ReadFigures = (
  actor: Actor,
  surveys: readonly StoredSurvey[],
) => Promise<ReadonlyMap<number, SurveyFigures>>

export interface SurveyNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<UserService, 'directory'>
  rules: Pick<RecordRules, 'compileRule' | 'nameCurrencies'>
  book: SurveyBook
  figures: ReadFigures
}

/** The level of contacts, whom audiences are about. */
const contacts = 3

export const unknownSurvey = () =>
  notFound('survey.unknown', 'This survey does not exist, or it was deleted.')

/** The address under which people reach Steward. */
export const baseOf = ({ config: { publicUrl, port } }: Platform): string =>
  (publicUrl ?? `http://localhost:${port}`).replace(/\/+$/, '')

const defined = <T extends object>(form: T): Partial<T> =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Partial<T>

/** Surveys and their versions: written by those who may edit them, read by all. */
export function createSurveyService(platform: Platform, neighbours: SurveyNeighbours) {
  const { audit, users, rules, book, figures } = neighbours
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const base = baseOf(platform)

  async function presenting(actor: Actor, surveys: readonly StoredSurvey[]): Promise<Presenting> {
    const { tenantId } = actor
    const [directory, counted] = await Promise.all([users.directory(tenantId), figures(actor, surveys)])
    return {
      users: directory,
      today: dayOf(platform.clock.now()),
      figures: counted,
      openLinkOf: (surveyId) =>
        `${base}/survey/${signToken(platform.secrets, { kind: 'o', tenantId, id: surveyId })}`,
    }
  }

  async function read(actor: Actor, surveyId: number): Promise<SurveyDetail> {
    const survey = await findSurvey(dbOf(actor), actor.tenantId, surveyId)
    if (!survey) throw unknownSurvey()
    return presentDetail(survey, await presenting(actor, [survey]))
  }

  /** The rule means for all what it means for its author. Throws `invalid_input` where it can't have been meant. */
  async function withRule(actor: Actor, content: SurveyContent): Promise<SurveyContent> {
    const { rule } = content.audience
    if (rule === null) return content
    const named = await rules.nameCurrencies(actor, contacts, rule)
    await rules.compileRule(actor.tenantId, contacts, named, 'audience.rule')
    return { ...content, audience: { ...content.audience, rule: named } }
  }

  async function announce(
    tx: Tx,
    actor: Actor,
    survey: Pick<StoredSurvey, 'surveyId' | 'name' | 'version'>,
    change: SurveyChanged['change'],
  ): Promise<void> {
    const { surveyId, name, version } = survey
    await publish(tx, actor.tenantId, surveyChanged, { surveyId, change, version, userId: userOf(actor) })
    const summary = `The survey “${name}” was ${change}`
    await audit.write(tx, actor.tenantId, {
      action: `survey.${change}`,
      summary,
      actor,
      details: { surveyId },
    })
  }

  /** Changes a survey under its lock. */
  async function write(
    actor: Actor,
    surveyId: number,
    change: SurveyChanged['change'],
    work: (tx: Tx, survey: StoredSurvey, at: Date) => Promise<StoredSurvey>,
  ): Promise<SurveyDetail> {
    const at = platform.clock.now()
    await transact(dbOf(actor), async (tx) => {
      const survey = await lockSurvey(tx, actor.tenantId, surveyId)
      if (!survey) throw unknownSurvey()
      const next = await work(tx, survey, at)
      if (isDeepStrictEqual(next, survey)) return
      await updateSurvey(tx, actor.tenantId, next, at)
      await announce(tx, actor, next, change)
    })
    await book.forget(actor.tenantId)
    return read(actor, surveyId)
  }

  async function refuseFaults(actor: Actor, { type, draft }: StoredSurvey): Promise<void> {
    const faults = faultsOfSurvey(type, draft)
    if (Object.keys(faults).length > 0) throw invalid('survey.incomplete', faults)
    if (draft.audience.rule === null) return
    const { broken } = await rules.compileRule(actor.tenantId, contacts, draft.audience.rule, 'audience.rule')
    if (broken[0]) throw invalid('survey.incomplete', { 'audience.rule': broken[0].message })
  }

  return {
    read,

    /** Newest first. */
    async list(actor: Actor): Promise<Survey[]> {
      const surveys = await listSurveys(dbOf(actor), actor.tenantId)
      const context = await presenting(actor, surveys)
      return surveys.map((survey) => presentSurvey(survey, context))
    },

    async versions(actor: Actor, surveyId: number): Promise<SurveyVersion[]> {
      await read(actor, surveyId)
      const [rows, directory] = await Promise.all([
        listVersions(dbOf(actor), actor.tenantId, surveyId),
        users.directory(actor.tenantId),
      ])
      return rows.map((row) => presentVersion(row, directory))
    },

    /** Errors: invalid_input at the fields. */
    async create(actor: Actor, form: CreateSurvey): Promise<SurveyDetail> {
      const draft = await withRule(actor, starterOf(form))
      const { name, type } = form
      const surveyId = await transact(dbOf(actor), async (tx) => {
        if ((await countSurveys(tx, actor.tenantId)) >= surveyLimits.surveys) {
          throw invalid('survey.limit', {
            name: `A company has at most ${surveyLimits.surveys} surveys. Delete one first.`,
          })
        }
        const at = platform.clock.now()
        const id = await insertSurvey(tx, actor.tenantId, { name, type, draft, createdBy: userOf(actor), at })
        await announce(tx, actor, { surveyId: id, name, version: null }, 'created')
        return id
      })
      await book.forget(actor.tenantId)
      return read(actor, surveyId)
    },

    /** Changes the draft; what is asked stays until it is published. Errors: conflict, invalid_input. */
    change: (
      actor: Actor,
      surveyId: number,
      { name, revision, ...parts }: ChangeSurvey,
    ): Promise<SurveyDetail> =>
      write(actor, surveyId, 'edited', async (_tx, survey) => {
        if (revision !== undefined && revision !== survey.revision) {
          throw new AppError(
            'conflict',
            'survey.changed',
            'Someone else changed this survey. Reload it to see their version.',
          )
        }
        const draft = await withRule(actor, { ...survey.draft, ...defined(parts) })
        const next = { ...survey, name: name ?? survey.name, draft }
        return isDeepStrictEqual(next, survey) ? survey : { ...next, revision: survey.revision + 1 }
      }),

    /** Makes the draft the version that is asked. Errors: invalid_input at what keeps it from being asked. */
    publish: (actor: Actor, surveyId: number): Promise<SurveyDetail> =>
      write(actor, surveyId, 'published', async (tx, survey, at) => {
        await refuseFaults(actor, survey)
        if (isDeepStrictEqual(survey.published, survey.draft)) return survey
        const version = (survey.version ?? 0) + 1
        await insertVersion(tx, actor.tenantId, surveyId, {
          version,
          content: survey.draft,
          publishedBy: userOf(actor),
          publishedAt: at,
        })
        return { ...survey, version, published: survey.draft, publishedAt: at }
      }),

    /** Pauses a published survey, or resumes it. Error: conflict before it is published. */
    setPaused: (actor: Actor, surveyId: number, paused: boolean): Promise<SurveyDetail> =>
      write(actor, surveyId, paused ? 'paused' : 'resumed', async (_tx, survey) => {
        if (survey.version === null) {
          throw new AppError('conflict', 'survey.draft', 'This survey is a draft. Publish it first.')
        }
        return { ...survey, paused }
      }),

    async remove(actor: Actor, surveyId: number): Promise<void> {
      await transact(dbOf(actor), async (tx) => {
        const survey = await lockSurvey(tx, actor.tenantId, surveyId)
        if (!survey) throw unknownSurvey()
        await markDeleted(tx, actor.tenantId, surveyId, platform.clock.now())
        await announce(tx, actor, survey, 'deleted')
      })
      await book.forget(actor.tenantId)
    },
  }
}

export type SurveyService = ReturnType<typeof createSurveyService>
