import { askChannels, type AskChannel } from '@steward/contracts/plain/survey'
import { askGateLabels, askGates, type AskGate } from '@steward/contracts/plain/survey/audience'
import type { AudiencePreview, Why } from '@steward/contracts/survey/audience'
import type { SurveyContent } from '@steward/contracts/survey/survey'
import type { Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordRules } from '../record-rule/index.ts'
import { notFound } from '../../platform/errors.ts'
import { scopeSql } from '../record/index.ts'
import { unknownSurvey, type StoredSurvey, type SurveyBook } from '../survey-management/index.ts'
import { countAsked, listAsksOf } from './ask.store.ts'
import {
  countByGate,
  findGate,
  findSeen,
  findVisitorGate,
  listAsked,
  type GateSql,
} from './audience.read-model.ts'
import { reasonOf, surveyGate } from './gate.rules.ts'
import { gateSql, visitorGateSql, type Asking } from './gate.sql.ts'
import { readSetting, type StoredSetting } from './setting.store.ts'

const contacts = 3
const mostExamples = 5

/** Collects the values of a statement; `first` come before those that it is given. */
export function placeholders(...first: unknown[]) {
  const values = [...first]
  return { values, param: (value: unknown) => `$${values.push(value)}` }
}

/** What decides about one channel of a survey. */
export interface AskedOn {
  survey: Pick<StoredSurvey, 'surveyId' | 'paused' | 'version'>
  content: SurveyContent
  channel: AskChannel
}

/** Decides who is asked: for a preview, for one person and for all, by the same conditions. */
export function createAudience(
  platform: Platform,
  { rules, book }: { rules: Pick<RecordRules, 'compileRule'>; book: SurveyBook },
) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const today = () => dayOf(platform.clock.now())

  async function askingOf(
    db: Db | Tx,
    tenantId: number,
    { survey, content, channel }: AskedOn,
    setting: StoredSetting,
    param: (value: unknown) => string,
  ): Promise<Asking> {
    const sqlOf = async (rule: Parameters<RecordRules['compileRule']>[2] | null) =>
      rule === null
        ? null
        : (await rules.compileRule(tenantId, contacts, rule, 'audience.rule')).sql(param, today())
    const consent = setting.consentField
    return {
      surveyId: survey.surveyId,
      audience: content.audience,
      needsAddress: channel === 'mail',
      quietDays: setting.quietDays,
      ruleSql: await sqlOf(content.audience.rule),
      consentSql: await sqlOf(consent === null ? null : { field: consent, operator: 'isTrue' }),
      now: platform.clock.now(),
    }
  }

  /** The condition by which contacts are kept out, for a statement of its own. */
  async function gateOf(db: Db | Tx, tenantId: number, asked: AskedOn): Promise<GateSql> {
    const { values, param } = placeholders()
    const asking = await askingOf(db, tenantId, asked, await readSetting(db, tenantId), param)
    return { text: gateSql(asking, param), values }
  }

  /** How many people a survey may still ask today; null where there is no limit. */
  async function leftToday(
    db: Db | Tx,
    tenantId: number,
    { survey, content }: AskedOn,
  ): Promise<number | null> {
    const { maxPerDay } = content.audience
    if (maxPerDay === null) return null
    return Math.max(0, maxPerDay - (await countAsked(db, tenantId, survey.surveyId, today())))
  }

  const surveyGateOf = ({ survey, content, channel }: AskedOn): AskGate | null =>
    surveyGate({ isPublished: survey.version !== null, paused: survey.paused, content }, channel, today())

  async function draftOf(tenantId: number, surveyId: number, channel: AskChannel): Promise<AskedOn> {
    const survey = (await book.surveys(tenantId)).get(surveyId)
    if (!survey) throw unknownSurvey()
    return { survey, content: survey.draft, channel }
  }

  /** Why a contact is not asked now; null where they are. Undefined where there is no such contact. */
  async function gateOfContact(db: Db | Tx, tenantId: number, asked: AskedOn, recordId: number) {
    const found = await findGate(db, tenantId, recordId, await gateOf(db, tenantId, asked))
    if (!found) return undefined
    const isFull = found.gate === null && (await leftToday(db, tenantId, asked)) === 0
    return { ...found, gate: surveyGateOf(asked) ?? (isFull ? 'dailyLimit' : found.gate) }
  }

  return {
    gateOf,
    leftToday,
    surveyGateOf,
    gateOfContact,

    /** The same of a browser of which no one knows whose it is. */
    async gateOfVisitor(
      db: Db | Tx,
      tenantId: number,
      asked: AskedOn,
      visitor: string,
    ): Promise<AskGate | null> {
      const ofSurvey = surveyGateOf(asked)
      if (ofSurvey) return ofSurvey
      const setting = await readSetting(db, tenantId)
      if (setting.requiresSignature) return 'consent'
      const { values, param } = placeholders(tenantId)
      const asking = await askingOf(db, tenantId, asked, setting, () => 'null')
      const gate = await findVisitorGate(db, { text: visitorGateSql(asking, visitor, param), values })
      return gate ?? ((await leftToday(db, tenantId, asked)) === 0 ? 'dailyLimit' : null)
    },

    /** Whom the draft of a survey would ask now, and how many contacts each gate keeps out. */
    async preview({ tenantId }: Actor, surveyId: number, channel: AskChannel): Promise<AudiencePreview> {
      const db = dbOf(tenantId)
      const asked = await draftOf(tenantId, surveyId, channel)
      const gate = await gateOf(db, tenantId, asked)
      const [counts, left, examples] = await Promise.all([
        countByGate(db, tenantId, gate),
        leftToday(db, tenantId, asked),
        listAsked(db, tenantId, gate, { after: 0, limit: mostExamples }),
      ])
      const byGate = new Map(counts.map((one) => [one.gate, one.contacts]))
      const passing = byGate.get(null) ?? 0
      const number = Math.min(passing, left ?? passing)
      byGate.set('dailyLimit', passing - number)
      return {
        contacts: counts.reduce((sum, one) => sum + one.contacts, 0),
        asked: number,
        excluded: askGates.flatMap((one) => {
          const excluded = byGate.get(one) ?? 0
          return excluded > 0 ? [{ gate: one, reason: askGateLabels[one], contacts: excluded }] : []
        }),
        examples: examples
          .slice(0, number)
          .map(({ recordId, name }) => ({ level: contacts, id: recordId, name })),
      }
    },

    /** Why a contact is not asked. Throws not_found for one that the actor doesn't see. */
    async why(actor: Actor, surveyId: number, recordId: number, channel: AskChannel): Promise<Why> {
      const { tenantId } = actor
      const db = dbOf(tenantId)
      const asked = await draftOf(tenantId, surveyId, channel)
      const name = await findSeen(db, tenantId, recordId, scopeSql(actor, 'r'))
      const found = name === undefined ? undefined : await gateOfContact(db, tenantId, asked, recordId)
      if (!found) throw notFound('record.unknown', "This record does not exist, or you can't see it.")
      const asks = await listAsksOf(db, tenantId, recordId)
      const { percent } = asked.content.audience
      return {
        contact: { level: contacts, id: recordId, name: found.name },
        isAsked: found.gate === null,
        gate: found.gate,
        reason: reasonOf(found.gate, { surveyId, percent, asks }),
        asks: asks.map((ask) => ({
          surveyId: ask.surveyId,
          surveyName: ask.surveyName,
          channel: askChannels[ask.channel - 1] as AskChannel,
          askedAt: ask.askedAt.toISOString(),
          answeredAt: ask.answeredAt?.toISOString() ?? null,
        })),
      }
    },
  }
}

export type Audience = ReturnType<typeof createAudience>
