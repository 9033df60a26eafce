import { surveyAnswered, type SurveyAnswered } from '@steward/contracts/event/survey.event'
import { surveyTypeLabels } from '@steward/contracts/plain/survey'
import { transact, type Tx } from '../../platform/db/database.ts'
import { handleBatch, type Event, type Subscriber } from '../../platform/events/events.ts'
import { eachTenant } from '../../platform/jobs/each-tenant.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notification/index.ts'
import type { AskedSurvey, SurveyBook } from '../survey-management/index.ts'
import { searchable, type NewItem, type TimelineService } from '../timeline/index.ts'
import { wordsOf } from './answer.rules.ts'
import { foldCounts, listTenants, lockResponses, putItems } from './response.store.ts'
import { findResponses, readOwners, type FoundResponse } from './response.read-model.ts'

export interface FollowNeighbours {
  book: SurveyBook
  timeline: Pick<TimelineService, 'put' | 'amend'>
  notifications: Pick<Notifications, 'notify' | 'registerKind'>
}

export const foldTask = 'survey:add-up'

const answeredKind = 'survey.answered'
const longestTitle = 200

/** A response, and what it answers. */
interface Followed {
  asked: AskedSurvey
  found: FoundResponse
}

const isNew = ({ found }: Followed): boolean => found.itemId === null

/** A response as an item of the timeline of its contact. */
function itemOf({ asked: { survey, content }, found }: Followed): NewItem {
  const { responseId, recordId, level, score, answers, comment, answeredAt } = found
  const label = surveyTypeLabels[survey.type]
  const title = score === null ? survey.name : `${label} ${score}: ${survey.name}`
  return {
    kind: 'survey',
    recordId,
    level,
    occurredAt: answeredAt,
    authorId: null,
    title: title.slice(0, longestTitle),
    body: null,
    words: searchable(comment ?? ''),
    details: {
      surveyId: survey.surveyId,
      surveyName: survey.name,
      type: survey.type,
      score,
      responseId,
      answers: wordsOf(content, answers).map(([question, answer]) => ({ question, answer })),
    },
    source: 'survey',
  }
}

/** Puts responses on timelines, and notifies the owners of who answered. */
export function createFollowing(platform: Platform, { book, timeline, notifications }: FollowNeighbours) {
  const { database, clock } = platform

  notifications.registerKind({
    name: answeredKind,
    category: 'entity',
    preference: null,
    text: ({ name, payload }) => {
      const score = payload['score'] === null ? '' : ` with ${String(payload['score'])}`
      return `${name} answered the survey “${String(payload['survey'])}”${score}`
    },
  })

  /** An answer that was changed takes the place of the earlier one. */
  async function place(tx: Tx, tenantId: number, followed: readonly Followed[]): Promise<void> {
    if (followed.length === 0) return
    const replaced = followed.flatMap(({ found }) => found.itemId ?? [])
    if (replaced.length > 0) await timeline.amend(tx, tenantId, replaced, { hidden: true })
    const itemIds = await timeline.put(tx, { tenantId }, followed.map(itemOf))
    const items = followed.map(({ found: { responseId } }, at) => ({
      responseId,
      itemId: itemIds[at] as number,
    }))
    await putItems(tx, tenantId, items)
  }

  async function notify(tx: Tx, tenantId: number, followed: readonly Followed[]): Promise<void> {
    if (followed.length === 0) return
    const recordIds = followed.map(({ found }) => found.recordId)
    const owners = await readOwners(tx, tenantId, recordIds)
    const at = clock.now()
    const notices = followed.flatMap(({ asked: { survey }, found }) =>
      (owners.get(found.recordId) ?? []).map((recipient) => ({
        recipient,
        kind: answeredKind,
        subject: { kind: 'record', id: found.recordId },
        apart: String(found.responseId),
        payload: { survey: survey.name, score: found.score },
        actor: null,
        at,
      })),
    )
    await notifications.notify(tx, tenantId, notices)
  }

  /** Responses with what they answer, of surveys that are still there. */
  async function askedIn(tenantId: number, responses: readonly FoundResponse[]): Promise<Followed[]> {
    const followed: Followed[] = []
    for (const found of responses) {
      const asked = await book.at(tenantId, found.surveyId, found.version)
      if (asked) followed.push({ asked, found })
    }
    return followed
  }

  /** Answers that came one after the other are followed together; those of people who are not known by no one. */
  async function follow(tenantId: number, events: readonly Event<SurveyAnswered>[]): Promise<void> {
    const ofContacts = events.filter(({ payload }) => payload.contactId !== null)
    const ids = [...new Set(ofContacts.map(({ payload }) => payload.responseId))]
    await foldCounts(database.tenant(tenantId), tenantId)
    if (ids.length === 0) return
    await transact(database.tenant(tenantId), async (tx) => {
      await lockResponses(tx, tenantId, ids)
      const followed = await askedIn(tenantId, await findResponses(tx, tenantId, ids))
      await place(tx, tenantId, followed)
      await notify(tx, tenantId, followed.filter(isNew))
    })
  }

  /** Partial answers publish no event: without complete ones after them, they are added up here. */
  const fold: Task = async (_payload, { log }) =>
    eachTenant(await listTenants(database.anonymous), log, (tenantId) =>
      foldCounts(database.tenant(tenantId), tenantId),
    )

  const subscriber: Subscriber = { name: 'survey-response', handlers: [handleBatch(surveyAnswered, follow)] }
  return { subscriber, place, fold }
}

export type Following = ReturnType<typeof createFollowing>
