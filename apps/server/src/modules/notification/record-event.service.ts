import { recordChanged, type RecordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import { roleIds } from '@steward/contracts/plain/permission'
import { transact, type Tx } from '../../platform/db/database.ts'
import { handleBatch, type Event } from '../../platform/events/events.ts'
import { yieldToCalls } from '../../platform/pace/lane.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService } from '../field/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  readFollowing,
  readMovedParts,
  type ConcernScope,
  type Following,
  type MovedPart,
} from './concern.read-model.ts'
import { beginEvents } from './notification.store.ts'
import type { Notice, Writing } from './notification.writing.ts'

type Changed = Event<RecordChanged>

const owners = 'owners'

/** Parts of Steward whose changes follow from others; they are no news of their own. */
const derived: ReadonlySet<string> = new Set(['calculation', 'health'])

/** Whether the event is about one record that someone changed by itself, and all of its operation. */
function isSingle({ payload }: Changed): boolean {
  const { records, firstId, recordIds, areNew, operation } = payload
  const isWhole = firstId === undefined && (recordIds === undefined || areNew === true)
  return records === 1 && isWhole && operation !== 'import' && operation !== 'undo'
}

function scopeOf(events: readonly Changed[]): ConcernScope {
  const [first] = events
  const { recordIds, firstId, lastId } = events.length === 1 && first ? first.payload : {}
  return {
    changeSetIds: [...new Set(events.map(({ payload }) => payload.changeSetId))],
    recordIds: recordIds ?? null,
    firstId: firstId ?? null,
    lastId: lastId ?? null,
  }
}

function kindOf({ key, was, now }: MovedPart): string {
  if (key !== owners) return now > was ? 'user.gained' : 'user.lost'
  if (now === 2 || was === 2) return now === 2 ? 'owner.primary.gained' : 'owner.primary.lost'
  return now > was ? 'owner.secondary.gained' : 'owner.secondary.lost'
}

/** The notice of one record, or of all that an operation did to records of a level. */
function noticeOf(one: Following, kind: string, single: boolean, more: Record<string, unknown>): Notice {
  const { changeSetId, level, recipient, actorId, via, at, records, firstRecord } = one
  const key = more['key'] === undefined ? '' : String(more['key'])
  const by = via === null ? {} : { via }
  const common = { recipient, kind, actor: actorId, at }
  if (single) {
    return {
      ...common,
      subject: { kind: 'record', id: firstRecord },
      apart: key,
      payload: { ...by, ...more },
    }
  }
  return {
    ...common,
    subject: { kind: 'changeSet', id: changeSetId },
    apart: `${level}:${key}`,
    payload: { ...by, ...more, isSet: true, level },
    count: records,
  }
}

export interface RecordEventNeighbours {
  users: Pick<UserService, 'directory'>
  fields: Pick<FieldService, 'catalogue'>
}

/** Turns changes of records into notifications, set by set. */
export function createRecordEvents(
  platform: Platform,
  { users, fields }: RecordEventNeighbours,
  writing: Writing,
  dropUnseeable: (tenantId: number, userIds: readonly number[]) => Promise<void>,
) {
  /** The keys whose values are users, with the names of the fields. */
  async function userKeys(tenantId: number, level: LevelId): Promise<Map<string, string>> {
    const catalogue = await fields.catalogue(tenantId, level)
    const named = catalogue.fields.filter(({ dataType }) => dataType === 'user')
    return new Map([
      [owners, 'owner'],
      ...named.map((field): [string, string] => [field.key, field.displayName]),
    ])
  }

  async function scopedUsers(tenantId: number): Promise<number[]> {
    const { all } = await users.directory(tenantId)
    return all.filter(({ roleId }) => roleId === roleIds.normalUser).map(({ userId }) => userId)
  }

  /** Notices of one operation, or of several that changed one record each. Gives also who lost records. */
  async function noticesOf(tx: Tx, tenantId: number, events: readonly Changed[], single: boolean) {
    const level = events[0]?.payload.level as LevelId
    const keys = await userKeys(tenantId, level)
    const scoped = await scopedUsers(tenantId)
    const scope = scopeOf(events)
    const mayMove = events.some(
      ({ payload }) => payload.areOwn !== true && (payload.keys?.some((key) => keys.has(key)) ?? true),
    )
    const parts = mayMove ? await readMovedParts(tx, tenantId, scope, [...keys.keys()], scoped) : []
    // No one follows a record that was just created.
    const areNew = events.every(({ payload }) => payload.areNew)
    const following = areNew ? [] : await readFollowing(tx, tenantId, scope, scoped)
    const moved = new Set(parts.map(({ changeSetId, recipient }) => `${changeSetId}:${recipient}`))
    const lost = parts.filter((part) => part.key === owners && part.now === 0 && !part.sees)
    return {
      lost: [...new Set(lost.map(({ recipient }) => recipient))],
      notices: [
        ...parts
          .filter(({ sees }) => sees)
          .map((part) => {
            const more = part.key === owners ? { key: owners } : { key: part.key, field: keys.get(part.key) }
            return noticeOf(part, kindOf(part), single, more)
          }),
        ...following
          .filter(({ changeSetId, recipient }) => !moved.has(`${changeSetId}:${recipient}`))
          .map((one) => noticeOf(one, 'record.changed', single, {})),
      ],
    }
  }

  async function handleTogether(
    tenantId: number,
    events: readonly Changed[],
    single: boolean,
  ): Promise<void> {
    const lost = await transact(platform.database.tenant(tenantId), async (tx) => {
      const found = await noticesOf(tx, tenantId, events, single)
      const isNews = found.notices.some(({ recipient, actor }) => recipient !== actor)
      if (!isNews) return found.lost
      const ids = events.map(({ eventId }) => eventId)
      const fresh = await beginEvents(tx, tenantId, ids, platform.clock.now())
      // Some were handled before, so that they are counted again one by one.
      if (fresh.size === 0) return found.lost
      if (fresh.size === events.length) await writing.notify(tx, tenantId, found.notices)
      else {
        const rest = events.filter(({ eventId }) => fresh.has(eventId))
        await writing.notify(tx, tenantId, (await noticesOf(tx, tenantId, rest, single)).notices)
      }
      return found.lost
    })
    await dropUnseeable(tenantId, lost)
  }

  async function handleChanges(tenantId: number, events: readonly Changed[]): Promise<void> {
    const news = events.filter(({ payload }) => !derived.has(payload.actor.kind))
    const singles = Map.groupBy(news.filter(isSingle), ({ payload }) => payload.level)
    for (const ofLevel of singles.values()) await handleTogether(tenantId, ofLevel, true)
    for (const event of news.filter((one) => !isSingle(one))) {
      await handleTogether(tenantId, [event], false)
      await yieldToCalls()
    }
  }

  return handleBatch(recordChanged, handleChanges)
}
