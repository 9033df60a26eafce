import { surveyAnswered, type SurveyAnswered } from '@steward/contracts/event/survey.event'
import { surveyTypeLabels } from '@steward/contracts/plain/survey'
import { transact, type Tx } from '../../platform/db/database.ts'
import { handle, type Event, type Subscriber } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Notifications } from '../notification/index.ts'
import type { AskedSurvey, SurveyBook } from '../survey-management/index.ts'
import { searchable, type NewItem, type TimelineService } from '../timeline/index.ts'
import { wordsOf } from './answer.rules.ts'
import { lockResponse, putItem } from './follow.store.ts'
import { findResponses, readOwners, type FoundResponse } from './response.read-model.ts'

export interface FollowNeighbours {
  book: SurveyBook
  timeline: Pick<TimelineService, 'put' | 'amend'>
  notifications: Pick<Notifications, 'notify' | 'registerKind'>
}

const answeredKind = 'survey.answered'
const longestTitle = 200

/** A response as an item of the timeline of its contact. */
function itemOf(
  { survey, content }: Pick<AskedSurvey, 'survey' | 'content'>,
  { responseId, recordId, level, score, answers, comment, answeredAt }: FoundResponse,
): NewItem {
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
  async function place(tx: Tx, tenantId: number, asked: AskedSurvey, found: FoundResponse): Promise<void> {
    if (found.itemId !== null) await timeline.amend(tx, tenantId, [found.itemId], { hidden: true })
    const [itemId] = await timeline.put(tx, { tenantId }, [itemOf(asked, found)])
    await putItem(tx, tenantId, found.responseId, itemId as number)
  }

  async function notify(
    tx: Tx,
    tenantId: number,
    { survey }: AskedSurvey,
    found: FoundResponse,
  ): Promise<void> {
    const owners = await readOwners(tx, tenantId, found.recordId)
    await notifications.notify(
      tx,
      tenantId,
      owners.map((recipient) => ({
        recipient,
        kind: answeredKind,
        subject: { kind: 'record', id: found.recordId },
        apart: String(found.responseId),
        payload: { survey: survey.name, score: found.score },
        actor: null,
        at: clock.now(),
      })),
    )
  }

  async function follow({ tenantId, payload }: Event<SurveyAnswered>): Promise<void> {
    if (payload.contactId === null) return
    await transact(database.tenant(tenantId), async (tx) => {
      if (!(await lockResponse(tx, tenantId, payload.responseId))) return
      const [found] = await findResponses(tx, tenantId, [payload.responseId])
      const asked = found && (await book.at(tenantId, found.surveyId, found.version))
      if (!found || !asked) return
      const isNew = found.itemId === null
      await place(tx, tenantId, asked, found)
      if (isNew) await notify(tx, tenantId, asked, found)
    })
  }

  const subscriber: Subscriber = { name: 'survey-response', handlers: [handle(surveyAnswered, follow)] }
  return { subscriber, place }
}

export type Following = ReturnType<typeof createFollowing>
