import { changeHeartbeat, namedChanges, type ChangeNotice } from '@steward/contracts/change-feed'
import type { RecordChanged } from '@steward/contracts/event/record.event'
import type { LevelId } from '@steward/contracts/level'
import { roleIds } from '@steward/contracts/plain/permission'
import { may, type Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Event } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { IdentityService } from '../identity/index.ts'
import type { UserService } from '../user-management/index.ts'
import { createChangeMemory, type HeardChange } from './change-feed.memory.ts'
import { readChangedSet, type ChangedRecord, type ChangedSet } from './change-feed.read-model.ts'
import { seenRecords } from './change-feed.rules.ts'
import { createNotifiedUsers } from './notified-users.memory.ts'
import { openEventStream, type EventStream } from './change-feed.stream.ts'

const channel = 'steward_change'
const userChannel = 'steward_user'
/** A browser needs one stream for all its tabs. */
const mostStreams = 30

export interface ChangeFeedNeighbours {
  identity: Pick<IdentityService, 'findActor'>
  users: Pick<UserService, 'directory'>
}

/** A reader who missed more changes reads everything again, which is less work than sending each. */
const mostMissed = 30

/** PostgreSQL takes 8,000 bytes in a notice. */
const mostInNotice = 200

/** The notices between processes: change sets of a tenant, each with its level. */
interface ChangesHeard {
  tenantId: number
  changes: [changeSetId: number, level: number][]
}

/** Users of a tenant whose notifications changed. */
interface UsersHeard {
  tenantId: number
  userIds: number[]
}

/** A record that is gone was one of the level that its change is notified of. */
const levelIn = (change: HeardChange, { level }: ChangedRecord): number => level ?? change.level

/** The levels of the records that follow accounts which move; both below them where not all are named. */
function followingLevels(change: HeardChange, { records }: ChangedSet): number[] {
  if (change.level !== 2) return []
  if (records.length > namedChanges) return [3, 4]
  const found = new Set(records.map((record) => levelIn(change, record)))
  return [...found].filter((level) => level !== change.level)
}

/** Up to where a reader knows the changes. */
export interface Position {
  /** The id of the last event that was received. */
  lastId?: number
  /** Where none was: how old what is shown is, in milliseconds. */
  age?: number
}

interface Reader {
  actor: Actor
  token: string
  stream: EventStream
}

/**
 * Notifies everyone who reads along what others change, in all processes on the database. `heartbeat` in
 * milliseconds is how often it is asked whether they still may.
 */
export function createChangeFeedService(
  platform: Platform,
  { identity, users }: ChangeFeedNeighbours,
  heartbeat = changeHeartbeat * 1000,
) {
  const { database, notices, log } = platform
  const memory = createChangeMemory(() => performance.now())
  const notified = createNotifiedUsers(() => performance.now())
  const readers = new Map<number, Set<Reader>>()
  let isStopped = false

  async function noticeFor(
    actor: Actor,
    change: HeardChange,
    set: ChangedSet,
    level: number,
  ): Promise<ChangeNotice | undefined> {
    const areNamed = set.records.length <= namedChanges
    const ofLevel = set.records.filter((record) => levelIn(change, record) === level)
    const records = seenRecords(actor, areNamed ? ofLevel : null)
    if (records === undefined) return undefined
    const all = seenRecords(actor, set.records)
    const seesAll = actor.roleId !== roleIds.normalUser || (areNamed && all?.length === set.records.length)
    const name = (await users.directory(actor.tenantId)).byId.get(set.actorId ?? 0)?.name
    return {
      changeSetId: change.changeSetId,
      level: level as LevelId,
      records,
      by: set.actorId !== null && name !== undefined && seesAll ? { id: set.actorId, name } : null,
      at: set.at.toISOString(),
    }
  }

  async function tell(change: HeardChange, to: Iterable<Reader>): Promise<void> {
    const set = await readChangedSet(database.tenant(change.tenantId), change.tenantId, change.changeSetId)
    if (!set) return
    const followers = followingLevels(change, set)
    for (const { actor, stream } of to) {
      for (const level of followers) {
        const notice = await noticeFor(actor, change, set, level)
        if (notice) stream.send('change', notice)
      }
      const notice = await noticeFor(actor, change, set, change.level)
      // Anyone who comes back with its id has been notified of those that follow, too.
      if (notice) stream.send('change', notice, change.changeSetId)
    }
  }

  /** Whether the reader may read still, and as what; anyone who may not receives nothing more. */
  async function mayHear(reader: Reader): Promise<boolean> {
    try {
      reader.actor = await identity.findActor(reader.token)
      if (may(reader.actor, 'record.read')) return true
    } catch {
      // A token that is over, or no one who could say: either way they come back if they may.
    }
    reader.stream.end()
    return false
  }

  async function tellAll(changes: readonly HeardChange[], to: ReadonlySet<Reader>): Promise<void> {
    await Promise.all([...to].map(mayHear))
    for (const change of changes) await tell(change, to)
  }

  notices.hear(channel, {
    heard(payload) {
      const { tenantId, changes } = JSON.parse(payload) as ChangesHeard
      const heard = changes.map(([changeSetId, level]): HeardChange => ({ tenantId, changeSetId, level }))
      for (const change of heard) memory.add(change)
      const open = readers.get(tenantId)
      if (!open) return
      tellAll(heard, open).catch((error: unknown) => {
        log.warn({ err: error }, 'a change could not be sent; readers reload')
        for (const { stream } of open) stream.send('reset', {})
      })
    },
    missed() {
      memory.clear()
      for (const open of readers.values()) for (const { stream } of open) stream.send('reset', {})
    },
  })

  notices.hear(userChannel, {
    heard(payload) {
      const { tenantId, userIds } = JSON.parse(payload) as UsersHeard
      for (const userId of userIds) notified.add(tenantId, userId)
      for (const { actor, stream } of readers.get(tenantId) ?? []) {
        if (userIds.includes(actor.userId)) stream.send('notifications', {})
      }
    },
    // The `reset` of the other channel, on the same connection, covers what was missed.
    missed: () => undefined,
  })

  async function check(reader: Reader): Promise<void> {
    if (await mayHear(reader)) reader.stream.beat()
  }

  const everybody = () => [...readers.values()].flatMap((open) => [...open])
  const heart = setInterval(() => {
    for (const reader of everybody()) void check(reader)
  }, heartbeat)
  heart.unref()

  function join(reader: Reader): void {
    const { tenantId, userId } = reader.actor
    const open = readers.get(tenantId) ?? new Set<Reader>()
    const own = [...open].filter(({ actor }) => actor.userId === userId)
    if (own.length >= mostStreams) {
      throw new AppError(
        'rate_limited',
        'change_feed.too_many',
        `You already have ${mostStreams} change streams open. Close one of them.`,
      )
    }
    readers.set(tenantId, open.add(reader))
    reader.stream.readable.once('close', () => {
      open.delete(reader)
      if (open.size === 0 && readers.get(tenantId) === open) readers.delete(tenantId)
    })
  }

  /** Sends a reader what it missed; if that is not known any more, the reader must load everything again. */
  async function catchUp(reader: Reader, missed: HeardChange[] | undefined): Promise<void> {
    if (!missed || missed.length > mostMissed) return reader.stream.send('reset', {})
    try {
      for (const change of missed) await tell(change, [reader])
    } catch (error) {
      // No one is given the stream, so that no one else would ever close it.
      reader.stream.readable.destroy()
      throw error
    }
  }

  return {
    /**
     * A stream of `change` and `reset` events, until the reader goes away or may not read any more. What the
     * reader missed comes first: all after the event `lastId`, or of the last `age` milliseconds.
     * Throws `rate_limited` when the user has too many open.
     */
    async follow(
      actor: Actor,
      token: string,
      { lastId, age }: Position = {},
    ): Promise<EventStream['readable']> {
      const reader: Reader = { actor, token, stream: openEventStream() }
      join(reader)
      const { tenantId, userId } = actor
      if (lastId !== undefined) await catchUp(reader, memory.since(tenantId, lastId))
      else if (age !== undefined) await catchUp(reader, memory.within(tenantId, age))
      // Notifications have no position: a reader who comes back reads them again.
      const mayMiss = lastId !== undefined || (age !== undefined && notified.within(tenantId, userId, age))
      if (mayMiss) reader.stream.send('notifications', {})
      // A reader who comes while the process stops would keep it from ending.
      if (isStopped) reader.stream.end()
      return reader.stream.readable
    },
    /** Passes changes on to all processes: an act of several batches once for all that are reported together. */
    async pass(tenantId: number, events: readonly Event<RecordChanged>[]): Promise<void> {
      const told = new Map<string, [number, number]>()
      for (const { payload } of events) {
        const { changeSetId, level } = payload
        told.set(`${changeSetId}:${level}`, [changeSetId, level])
      }
      const changes = [...told.values()]
      for (let at = 0; at < changes.length; at += mostInNotice) {
        const part: ChangesHeard = { tenantId, changes: changes.slice(at, at + mostInNotice) }
        await notices.send(channel, JSON.stringify(part))
      }
    },
    /** Tells open screens of users that their notifications changed; they read what is new. */
    async tellUsers(tenantId: number, userIds: readonly number[]): Promise<void> {
      try {
        for (let at = 0; at < userIds.length; at += mostInNotice) {
          const part: UsersHeard = { tenantId, userIds: userIds.slice(at, at + mostInNotice) }
          await notices.send(userChannel, JSON.stringify(part))
        }
      } catch (error) {
        log.warn({ err: error }, 'new notifications could not be announced; screens show them later')
      }
    },
    /** Ends all streams; their readers come back, to another process or to the next. */
    stop(): void {
      isStopped = true
      clearInterval(heart)
      for (const { stream } of everybody()) stream.end()
    },
  }
}

export type ChangeFeed = ReturnType<typeof createChangeFeedService>
