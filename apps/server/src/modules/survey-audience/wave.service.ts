import { waveStates, type WaveState } from '@steward/contracts/plain/survey/audience'
import type { SurveyWave } from '@steward/contracts/survey/audience'
import { z } from 'zod'
import { userOf, type Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import type { Platform } from '../../platform/platform.ts'
import { schedule, type DueHandler } from '../../platform/schedule/schedule.ts'
import type { AuditService } from '../audit/index.ts'
import type { MessengerService } from '../messenger/index.ts'
import { unknownSurvey, type AskedSurvey, type SurveyBook } from '../survey-management/index.ts'
import { readTenantName } from '../tenant/index.ts'
import { personOf } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import { insertAsks, lockAsking } from './ask.store.ts'
import { listAsked, type AskedContact } from './audience.read-model.ts'
import type { Audience } from './audience.service.ts'
import { invitationOf } from './invitation.rules.ts'
import { languageNamed, languagesOfMail } from './language.rules.ts'
import type { ContactLanguages } from './language.service.ts'
import type { Links } from './link.service.ts'
import { readSetting } from './setting.store.ts'
import { insertWave, listWaves, lockWave, updateWave, type StoredWave } from './wave.store.ts'

export const waveTask = 'survey.wave'
export const waveKind = 'survey.wave'

const payloadSchema = z.object({ tenantId: z.int(), waveId: z.int() })
/** Mails of one transaction. */
const batchSize = 100
const day = 86_400_000
const [sending, finished, stopped] = [1, 2, 3]

export interface WaveNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<UserService, 'directory'>
  messenger: MessengerService
  book: SurveyBook
  audience: Audience
  links: Links
  languages: Pick<ContactLanguages, 'columnOf'>
}

/** What a batch leaves to be done: more at once, more tomorrow, or nothing. */
type Rest = 'more' | 'tomorrow' | 'none'

const refuse = (reason: string, message: string) => new AppError('conflict', reason, message)

const job = (tx: Tx, tenantId: number, waveId: number) =>
  addJob(tx, { task: waveTask, payload: { tenantId, waveId }, key: `${waveTask}:${tenantId}:${waveId}` })

/** Surveys that are sent by mail to everyone whom they ask. */
export function createWaves(platform: Platform, neighbours: WaveNeighbours) {
  const { audit, users, messenger, book, audience, links, languages } = neighbours
  const { clock } = platform
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function list({ tenantId }: Actor, surveyId: number): Promise<SurveyWave[]> {
    if (!(await book.surveys(tenantId)).has(surveyId)) throw unknownSurvey()
    const [rows, directory] = await Promise.all([
      listWaves(dbOf(tenantId), tenantId, surveyId),
      users.directory(tenantId),
    ])
    return rows.map((row) => ({
      waveId: row.waveId,
      state: waveStates[row.state - 1] as WaveState,
      version: row.version,
      sent: row.sent,
      answered: row.answered,
      createdBy: personOf(directory, row.createdBy),
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }))
  }

  async function send(
    tx: Tx,
    tenantId: number,
    wave: StoredWave,
    { survey, content }: AskedSurvey,
    contacts: readonly AskedContact[],
    languageOf: (contact: AskedContact) => string,
  ): Promise<void> {
    const now = clock.now()
    const ask = {
      surveyId: survey.surveyId,
      version: wave.version,
      channel: 'mail' as const,
      waveId: wave.waveId,
    }
    const askIds = await insertAsks(
      tx,
      tenantId,
      contacts.map(({ recordId }) => ({
        ...ask,
        recordId,
        visitor: null,
        claimedName: null,
        offeredAt: now,
        askedAt: now,
      })),
    )
    const tenantName = await readTenantName(tx, tenantId)
    for (const [at, contact] of contacts.entries()) {
      const page = links.pageOf(tenantId, askIds[at] as number)
      await messenger.send(tx, tenantId, {
        template: 'survey',
        to: { email: contact.email as string },
        tenantName,
        data: invitationOf(survey.type, content, {
          page,
          company: tenantName,
          language: languageOf(contact),
        }),
        unsubscribe: links.unsubscribeOf(tenantId, askIds[at] as number),
      })
    }
  }

  /** The survey of a wave, as long as it may be sent. */
  async function sentBy(
    tenantId: number,
    { surveyId, version }: StoredWave,
  ): Promise<AskedSurvey | undefined> {
    const found = await book.at(tenantId, surveyId, version)
    return found && audience.surveyGateOf({ ...found, channel: 'mail' }) === null ? found : undefined
  }

  /**
   * Asks the next contacts, in one transaction with their mails and how far the wave is: a process that is killed
   * has asked them all, or none.
   */
  async function askNext(tx: Tx, tenantId: number, wave: StoredWave, found: AskedSurvey): Promise<Rest> {
    const asked = { ...found, channel: 'mail' as const }
    await lockAsking(tx, tenantId)
    const left = (await audience.leftToday(tx, tenantId, asked)) ?? batchSize
    if (left === 0) return 'tomorrow'
    const limit = Math.min(batchSize, left)
    const gate = await audience.gateOf(tx, tenantId, asked)
    const { languageField } = await readSetting(tx, tenantId)
    const column = await languages.columnOf(tenantId, languageField)
    const page = { after: wave.cursor, limit, ...(column && { language: column.sql }) }
    const contacts = await listAsked(tx, tenantId, gate, page)
    const written = languagesOfMail(found.content)
    const languageOf = ({ language }: AskedContact): string =>
      (column && language !== null && languageNamed(column.nameOf(language), written)) ||
      found.content.defaultLanguage
    await send(tx, tenantId, wave, found, contacts, languageOf)
    const isDone = contacts.length < limit
    await updateWave(tx, tenantId, {
      ...wave,
      cursor: contacts.at(-1)?.recordId ?? wave.cursor,
      sent: wave.sent + contacts.length,
      ...(isDone ? { state: finished as number, finishedAt: clock.now() } : {}),
    })
    return isDone ? 'none' : 'more'
  }

  async function sendBatch(tenantId: number, waveId: number): Promise<Rest> {
    return transact(dbOf(tenantId), async (tx) => {
      const wave = await lockWave(tx, tenantId, waveId)
      if (!wave) return 'none'
      const found = await sentBy(tenantId, wave)
      if (found) return askNext(tx, tenantId, wave, found)
      await updateWave(tx, tenantId, { ...wave, state: stopped as number, finishedAt: clock.now() })
      return 'none'
    })
  }

  const tomorrow = (): Date => new Date(Date.parse(`${dayOf(clock.now())}T00:00:00Z`) + day)

  const work: Task = async (payload, { signal }) => {
    const { tenantId, waveId } = payloadSchema.parse(payload)
    let rest: Rest = 'more'
    while (rest === 'more' && !signal.aborted) {
      rest = await sendBatch(tenantId, waveId)
      await progressed()
    }
    if (rest === 'none') return
    await transact(dbOf(tenantId), async (tx) => {
      if (rest === 'more') return job(tx, tenantId, waveId)
      return schedule(tx, tenantId, {
        kind: waveKind,
        key: String(waveId),
        dueAt: tomorrow(),
        payload: { tenantId, waveId },
      })
    })
  }

  const resume: DueHandler = async (tenantId, { payload }) => {
    const { waveId } = payloadSchema.parse(payload)
    await transact(dbOf(tenantId), (tx) => job(tx, tenantId, waveId))
  }

  return {
    list,
    work,
    resume,

    /** Sends the published version to everyone whom it asks. Errors: conflict where it can't be sent. */
    async start(actor: Actor, surveyId: number): Promise<SurveyWave[]> {
      const { tenantId } = actor
      const survey = (await book.surveys(tenantId)).get(surveyId)
      if (!survey) throw unknownSurvey()
      const { version, published } = survey
      if (version === null || published === null) {
        throw refuse('survey.draft', 'This survey is a draft. Publish it first.')
      }
      const gate = audience.surveyGateOf({ survey, content: published, channel: 'mail' })
      if (gate !== null) {
        throw refuse(
          'survey.not_sent',
          'This survey is not sent by mail now. Check its state, days and channels.',
        )
      }
      await transact(dbOf(tenantId), async (tx) => {
        const createdAt = clock.now()
        const waveId = await insertWave(tx, tenantId, {
          surveyId,
          version,
          createdBy: userOf(actor),
          createdAt,
        })
        if (waveId === undefined) {
          throw refuse('survey.sending', 'A wave of this survey is being sent. Wait until it has finished.')
        }
        await job(tx, tenantId, waveId)
        const summary = `The survey “${survey.name}” was sent by mail`
        await audit.write(tx, tenantId, {
          action: 'survey.sent',
          summary,
          actor,
          details: { surveyId, waveId },
        })
      })
      return list(actor, surveyId)
    },

    /** Sends no more of a wave. What is in the outbox goes out. */
    async stop(actor: Actor, surveyId: number, waveId: number): Promise<SurveyWave[]> {
      const { tenantId } = actor
      await transact(dbOf(tenantId), async (tx) => {
        const wave = await lockWave(tx, tenantId, waveId)
        if (wave?.surveyId !== surveyId || wave.state !== sending) return
        await updateWave(tx, tenantId, { ...wave, state: stopped as number, finishedAt: clock.now() })
        await audit.write(tx, tenantId, {
          action: 'survey.stopped',
          summary: 'Sending a survey by mail was stopped',
          actor,
          details: { surveyId, waveId },
        })
      })
      return list(actor, surveyId)
    },
  }
}

export type Waves = ReturnType<typeof createWaves>
