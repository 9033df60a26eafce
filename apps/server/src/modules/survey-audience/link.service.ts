import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { scopeSql } from '../record/index.ts'
import { baseOf, readToken, signToken, unknownSurvey, type SurveyBook } from '../survey-management/index.ts'
import { findAsk, findLink, insertAsks, lockAsking, optOut } from './ask.store.ts'
import { findSeen } from './audience.read-model.ts'
import { closedLink } from './site.service.ts'

/** The addresses that lead one person to a survey, and the way out of all of them. */
export function createLinks(platform: Platform, book: SurveyBook) {
  const { secrets, clock } = platform
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const base = baseOf(platform)

  const pageOf = (tenantId: number, askId: number): string =>
    `${base}/survey/${signToken(secrets, { kind: 'a', tenantId, id: askId })}`

  return {
    pageOf,

    /** Where mail programs end the mails of surveys, without a page. */
    unsubscribeOf: (tenantId: number, askId: number): string =>
      `${base}/api/survey-ask/${signToken(secrets, { kind: 'a', tenantId, id: askId })}/unsubscribe`,

    /** The page of a survey for one contact, the same each time. Throws not_found, and conflict for a draft. */
    async create(actor: Actor, surveyId: number, recordId: number): Promise<string> {
      const { tenantId } = actor
      const survey = (await book.surveys(tenantId)).get(surveyId)
      if (!survey) throw unknownSurvey()
      const { version } = survey
      if (version === null) {
        throw new AppError('conflict', 'survey.draft', 'This survey is a draft. Publish it first.')
      }
      const askId = await transact(dbOf(tenantId), async (tx) => {
        if ((await findSeen(tx, tenantId, recordId, scopeSql(actor, 'r'))) === undefined) {
          throw notFound('record.unknown', "This record does not exist, or you can't see it.")
        }
        await lockAsking(tx, tenantId)
        const known = await findLink(tx, tenantId, recordId, { surveyId, version })
        if (known !== undefined) return known
        const now = clock.now()
        const person = { recordId, visitor: null, claimedName: null, waveId: null }
        const [id] = await insertAsks(tx, tenantId, [
          { ...person, surveyId, version, channel: 'link', offeredAt: now, askedAt: now },
        ])
        return id as number
      })
      return pageOf(tenantId, askId)
    },

    /** Asks a person nothing any more. Throws not_found where the token is not of one. */
    async unsubscribe(token: string): Promise<void> {
      const named = readToken(secrets, token)
      const ask =
        named?.kind === 'a' ? await findAsk(dbOf(named.tenantId), named.tenantId, named.id) : undefined
      if (!named || !ask || ask.recordId === null) throw closedLink()
      await optOut(dbOf(named.tenantId), named.tenantId, ask.recordId, clock.now())
    },
  }
}

export type Links = ReturnType<typeof createLinks>
