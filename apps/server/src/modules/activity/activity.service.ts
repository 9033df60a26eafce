import type { Activity, ChangeActivity, CreateActivity, TextFormat } from '@steward/contracts/activity'
import type { LoggedListQuery } from '@steward/contracts/logged-item'
import type { TimelineItem } from '@steward/contracts/timeline'
import { plainTextOf } from '@steward/rich-text'
import type { LevelId } from '@steward/contracts/level'
import { userOf, type Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ActivityTypeService } from '../activity-type/index.ts'
import { findRecordNames, type Records } from '../record/index.ts'
import {
  readLinked,
  readOccurredAt,
  readPlain,
  readRich,
  refuseOtherRecord,
  searchable,
  type ItemChange,
  type KeptItem,
  type LoggedText,
  type Presenter,
  type TimelineService,
} from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  linkedBeside,
  presentActivity,
  storedOf,
  unseenContacts,
  withForm,
  type StoredActivity,
} from './activity.rules.ts'

export interface ActivityNeighbours {
  users: UserService
  types: ActivityTypeService
  records: Records
  timeline: TimelineService
}

/** An activity that another module logs, such as a completed task. */
export interface LoggedAct {
  recordId: number
  level: LevelId
  /** One that is in use. */
  activityTypeId: number
  title: string
  /** As rich text is stored. */
  body: string | null
}

const nothing: StoredActivity = {
  activityTypeId: 0,
  durationMinutes: null,
  outcome: null,
  sentiment: null,
  userIds: [],
  contactIds: [],
}

const readText = (text: string, format: TextFormat): LoggedText =>
  format === 'rich' ? readRich(text, 'description') : readPlain(text, 'description')

/** An activity is found by its outcome as well. */
const wordsOf = (words: string, { outcome }: StoredActivity): string =>
  searchable([words, outcome].filter(Boolean).join('\n'))

/** An item of the timeline that is known to be an activity. */
const activityOf = (item: TimelineItem): Activity => ({
  ...(item as Omit<Activity, 'activityId'>),
  activityId: item.itemId,
})

/** Activities: calls, meetings and whatever else was done with a customer. */
export function createActivityService(platform: Platform, neighbours: ActivityNeighbours) {
  const { users, types, records, timeline } = neighbours
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const now = () => platform.clock.now()

  const read = async (actor: Actor, itemId: number): Promise<Activity> =>
    activityOf(await timeline.read(actor, itemId, 'activity'))

  async function faultOfType(actor: Actor, typeId: number): Promise<string | undefined> {
    const type = (await types.types(actor.tenantId)).byId.get(typeId)
    if (!type) return `Activity type ${typeId} does not exist. Choose another one.`
    return type.isActive ? undefined : `"${type.displayName}" is no longer in use. Choose another type.`
  }

  async function faultOfUsers(actor: Actor, userIds: readonly number[]): Promise<string | undefined> {
    const { byId } = await users.directory(actor.tenantId)
    const unknown = userIds.find((id) => byId.get(id)?.kind !== 'person')
    return unknown === undefined ? undefined : `User ${unknown} does not exist.`
  }

  async function faultOfContacts(actor: Actor, contactIds: readonly number[]): Promise<string | undefined> {
    if (contactIds.length === 0) return undefined
    const current = await records.current(actor, contactIds)
    const unknown = contactIds.find((id) => current.get(id)?.level !== 3)
    return unknown === undefined ? undefined : `Contact ${unknown} does not exist, or you can't see it.`
  }

  /** Looks at what is new in an activity; what it has already may stay, whatever became of it. */
  async function check(actor: Actor, before: StoredActivity, after: StoredActivity): Promise<void> {
    const isNewType = after.activityTypeId !== before.activityTypeId
    const [knownUsers, knownContacts] = [new Set(before.userIds), new Set(before.contactIds)]
    const [activityTypeId, userIds, contactIds] = await Promise.all([
      isNewType ? faultOfType(actor, after.activityTypeId) : undefined,
      faultOfUsers(
        actor,
        after.userIds.filter((id) => !knownUsers.has(id)),
      ),
      faultOfContacts(
        actor,
        after.contactIds.filter((id) => !knownContacts.has(id)),
      ),
    ])
    const faults = Object.entries({ activityTypeId, userIds, contactIds }).filter(
      (fault): fault is [string, string] => fault[1] !== undefined,
    )
    if (faults.length > 0) throw invalid('activity.invalid', Object.fromEntries(faults))
  }

  /** The caller took part, unless a service logs it or the form says who did. */
  async function participantsOf(actor: Actor): Promise<number[]> {
    const { byId } = await users.directory(actor.tenantId)
    return byId.get(actor.userId)?.kind === 'person' ? [actor.userId] : []
  }

  /** Where the activity lies beside its record, where a change says something about it. */
  async function linksAfter(
    actor: Actor,
    { linked: before }: KeptItem,
    stored: StoredActivity,
    details: StoredActivity,
    form: ChangeActivity,
  ): Promise<number[] | undefined> {
    if (!form.linkedEntities && !form.contactIds) return undefined
    const linked = form.linkedEntities
      ? await readLinked(records, actor, form.linkedEntities, before)
      : linkedBeside(before, stored.contactIds)
    return [...linked, ...details.contactIds]
  }

  /** Gives activities the names in them, of contacts those in sight, with one query for the contacts of all. */
  const present: Presenter = async (tenantId, actor, rows) => {
    const stored = rows.map((row) => ({
      itemId: row.itemId,
      details: row.details as unknown as StoredActivity,
    }))
    const contactIds = [...new Set(stored.flatMap(({ details }) => details.contactIds))]
    const [{ byId: typesById }, { byId: usersById }, contacts] = await Promise.all([
      types.types(tenantId),
      users.directory(tenantId),
      findRecordNames(platform.database.tenant(tenantId), actor, contactIds),
    ])
    const names = { types: typesById, users: usersById, contacts }
    return new Map(stored.map(({ itemId, details }) => [itemId, presentActivity(details, names)]))
  }

  return {
    present,

    /**
     * Logs what was done, in the transaction of the caller, who has made sure that the actor sees the records. Their
     * maker took part. Answers the ids in the order of the entries.
     */
    async log(tx: Tx, actor: Actor, entries: readonly LoggedAct[]): Promise<number[]> {
      const userIds = await participantsOf(actor)
      const items = entries.map(({ recordId, level, activityTypeId, title, body }) => {
        const details = { ...nothing, activityTypeId, userIds }
        return {
          kind: 'activity',
          recordId,
          level,
          occurredAt: now(),
          authorId: userOf(actor),
          title,
          body,
          words: wordsOf(body === null ? '' : plainTextOf(body), details),
          details,
          source: 'app',
        } as const
      })
      return items.length === 0 ? [] : timeline.put(tx, actor, items)
    },

    /** Errors: not_found for the record, invalid_input at the fields of the form. */
    async create(actor: Actor, form: CreateActivity, format: TextFormat): Promise<Activity> {
      const { fileIds } = form
      const userIds = form.userIds ?? (await participantsOf(actor))
      const details = withForm(nothing, { ...form, userIds })
      await check(actor, nothing, details)
      const linked = await readLinked(records, actor, form.linkedEntities ?? {})
      const text = readText(form.description ?? '', format)
      const item = {
        kind: 'activity',
        recordId: form.parentIdentifier,
        level: form.level,
        occurredAt: readOccurredAt(form.occurredAt, now()),
        authorId: actor.userId,
        title: form.title ?? '',
        body: text.body,
        words: wordsOf(text.words, details),
        details: { ...details },
        source: form.source || 'app',
        linkedIds: [...linked, ...details.contactIds],
        ...(fileIds && { fileIds }),
      } as const
      const [itemId] = await transact(dbOf(actor), (tx) => timeline.put(tx, actor, [item]))
      return read(actor, itemId as number)
    },

    /** Changes what is given. Errors: not_found, forbidden, conflict, and those of `create`. */
    async change(actor: Actor, itemId: number, form: ChangeActivity, format: TextFormat): Promise<Activity> {
      const { item, kept } = await timeline.readKept(actor, itemId, 'activity')
      refuseOtherRecord(kept.record, form)
      const stored = storedOf(kept)
      const details = withForm(stored, form, unseenContacts(stored, activityOf(item)))
      await check(actor, stored, details)
      const { title, description, fileIds, version } = form
      const linkedIds = await linksAfter(actor, kept, stored, details, form)
      const text = description === undefined ? undefined : readText(description, format)
      const change: ItemChange = {
        details: { ...details },
        words: ({ body }) => wordsOf(body === null ? '' : plainTextOf(body), details),
        ...(text && { body: text.body }),
        ...(title !== undefined && { title }),
        ...(form.occurredAt && { occurredAt: readOccurredAt(form.occurredAt, now()) }),
        ...(linkedIds && { linkedIds }),
        ...(fileIds && { fileIds }),
        ...(version && { version }),
      }
      await transact(dbOf(actor), (tx) => timeline.edit(tx, actor, itemId, 'activity', change))
      return read(actor, itemId)
    },

    /** Error: conflict where it has been deleted already. */
    remove: (actor: Actor, itemId: number): Promise<void> =>
      transact(dbOf(actor), (tx) => timeline.remove(tx, actor, itemId, 'activity')),

    async bookmark(actor: Actor, itemId: number, status: boolean | undefined): Promise<Activity> {
      await timeline.bookmark(actor, itemId, status, 'activity')
      return read(actor, itemId)
    },

    /** The activities of a record and of those below it, newest first. */
    async page(actor: Actor, query: LoggedListQuery) {
      const { data, totalItemCount } = await timeline.page(actor, 'activity', query)
      const { page, pageSize } = query
      return { data: data.map(activityOf), itemCount: data.length, page, pageSize, totalItemCount }
    },
  }
}

export type ActivityService = ReturnType<typeof createActivityService>
