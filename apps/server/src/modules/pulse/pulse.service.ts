import type { LevelId } from '@steward/contracts/level'
import type { LoggedListQuery } from '@steward/contracts/logged-item'
import type { ChangePulse, CreatePulse, Pulse, PulseEntity, PulseHistory } from '@steward/contracts/pulse'
import type { TimelineItem } from '@steward/contracts/timeline'
import type { Actor } from '../../platform/actor.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Records } from '../record/index.ts'
import {
  readLinked,
  readOccurredAt,
  readRich,
  refuseOtherRecord,
  type ItemChange,
  type NewItem,
  type Presenter,
  type TimelineService,
} from '../timeline/index.ts'
import { createFollowing } from './pulse.follow.ts'
import { listEntries, listFieldChanges } from './pulse.history.read-model.ts'
import { pointsOf } from './pulse.history.rules.ts'
import {
  findEntry,
  findEntryRecord,
  findLastChange,
  findNewest,
  findPrevious,
  findReplaced,
  lockSeenPulse,
} from './pulse.store.ts'

export interface PulseNeighbours {
  records: Records
  ledger: Ledger
  timeline: TimelineService
}

export interface WrittenPulse {
  data: Pulse
  /** null where the record's pulse stayed as it was. */
  changeSetId: number | null
}

/** An item of the timeline that is known to be an entry of a pulse. */
const pulseOf = (item: TimelineItem): Pulse => ({
  ...(item as Omit<Pulse, 'pulseId'>),
  pulseId: item.itemId,
})

const pipeline = 4

/** The level that an address or a form names; pipelines have no pulse. */
function levelOfForm(inAddress: LevelId | undefined, inForm: LevelId | undefined): LevelId {
  const level = inAddress ?? inForm
  if (level === undefined) throw invalid('pulse.level', { level: 'Level cannot be null or undefined' })
  if (inForm !== undefined && inForm !== level) {
    throw invalid('pulse.level', { level: 'The path and the form have different levels.' })
  }
  if (level === pipeline) {
    const message = 'Pipelines have no pulse. Log it on the account or the organization.'
    throw invalid('pulse.level', { level: message })
  }
  return level
}

function refuseOther(record: { id: number; level: LevelId }, { entityId, level }: PulseEntity): void {
  const isOther = (entityId ?? record.id) !== record.id || (level ?? record.level) !== record.level
  if (isOther) throw notFound('timeline.unknown', 'This record has no such pulse.')
}

async function lock(tx: Tx, actor: Actor, recordId: number): Promise<number | null> {
  const locked = await lockSeenPulse(tx, actor, recordId)
  if (!locked) throw notFound('record.unknown', "This record does not exist, or you can't see it.")
  return locked.pulse
}

/** Pulses: how people think a customer is doing, and why. The newest one is the record's. */
export function createPulseService(platform: Platform, { records, timeline }: PulseNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)
  const now = () => platform.clock.now()
  const following = createFollowing(records, timeline)

  const read = async (actor: Actor, itemId: number): Promise<Pulse> =>
    pulseOf(await timeline.read(actor, itemId, 'pulse'))

  async function put(tx: Tx, actor: Actor, item: Omit<NewItem, 'details'>, pulse: number) {
    const { tenantId } = actor
    const { recordId, level } = item
    const current = await lock(tx, actor, recordId)
    const before = await findNewest(tx, tenantId, recordId)
    const replaced = (await findReplaced(tx, tenantId, recordId, item.occurredAt)) ?? {
      before: current,
      over: before && before.pulse === current ? before.itemId : null,
    }
    const details = { pulse, before: replaced.before, over: replaced.over }
    const [itemId = 0] = await timeline.put(tx, actor, [{ ...item, details }])
    const after = await findNewest(tx, tenantId, recordId)
    const record = { level, id: recordId }
    const act = { record, current, before, after, itemId, act: 'come' } as const
    return { itemId, changeSetId: await following.follow(tx, actor, act, true) }
  }

  async function edit(
    tx: Tx,
    actor: Actor,
    { itemId, record }: { itemId: number; record: { id: number; level: LevelId } },
    change: Omit<ItemChange, 'details'>,
    pulse: number | undefined,
  ): Promise<number | null> {
    const { tenantId } = actor
    const current = await lock(tx, actor, record.id)
    const before = await findNewest(tx, tenantId, record.id)
    const stored = await findEntry(tx, tenantId, itemId)
    const details = pulse && stored && { details: { ...stored.details, pulse } }
    await timeline.edit(tx, actor, itemId, 'pulse', { ...change, ...details })
    const after = await findNewest(tx, tenantId, record.id)
    const act = { record, current, before, after, itemId, act: 'edit' } as const
    return following.follow(tx, actor, { ...act, edited: stored })
  }

  /** Gives entries what was there before them, with one query for all. */
  const present: Presenter = async (tenantId, _actor, rows) => {
    const db = platform.database.tenant(tenantId)
    const ids = rows.map(({ itemId }) => itemId)
    const previous = await findPrevious(db, tenantId, ids)
    return new Map(
      rows.map(({ itemId, details }) => [
        itemId,
        { pulse: details['pulse'], previous: previous.get(itemId) ?? details['before'] ?? null },
      ]),
    )
  }

  return {
    present,
    removal: following.removal,
    undone: following.undone,

    /** Errors: not_found for the record, forbidden, invalid_input at the fields of the form. */
    async create(actor: Actor, level: LevelId | undefined, form: CreatePulse): Promise<WrittenPulse> {
      const { fileIds } = form
      const item = {
        kind: 'pulse',
        recordId: form.parentIdentifier,
        level: levelOfForm(level, form.level),
        occurredAt: readOccurredAt(form.occurredAt, now()),
        authorId: actor.userId,
        title: '',
        ...readRich(form.description ?? '', 'description'),
        source: form.source || 'app',
        linkedIds: await readLinked(records, actor, form.linkedEntities ?? {}),
        ...(fileIds && { fileIds }),
      } as const
      const { itemId, changeSetId } = await transact(dbOf(actor), (tx) => put(tx, actor, item, form.pulse))
      return { data: await read(actor, itemId), changeSetId }
    },

    /** Changes what is given. Errors: not_found, forbidden, conflict, and those of `create`. */
    async change(
      actor: Actor,
      itemId: number,
      entity: PulseEntity,
      form: ChangePulse,
    ): Promise<WrittenPulse> {
      const { kept } = await timeline.readKept(actor, itemId, 'pulse')
      refuseOther(kept.record, entity)
      refuseOtherRecord(kept.record, form)
      const { fileIds, linkedEntities, version, description } = form
      const change = {
        ...(description !== undefined && readRich(description, 'description')),
        ...(form.occurredAt && { occurredAt: readOccurredAt(form.occurredAt, now()) }),
        ...(linkedEntities && { linkedIds: await readLinked(records, actor, linkedEntities, kept.linked) }),
        ...(fileIds && { fileIds }),
        ...(version && { version }),
      }
      const changeSetId = await transact(dbOf(actor), (tx) =>
        edit(tx, actor, { itemId, record: kept.record }, change, form.pulse),
      )
      return { data: await read(actor, itemId), changeSetId }
    },

    /** The record gets the pulse before. Error: conflict where it has been deleted already. */
    async remove(actor: Actor, itemId: number, entity: PulseEntity): Promise<number | null> {
      return transact(dbOf(actor), async (tx) => {
        const { tenantId } = actor
        const record = await findEntryRecord(tx, actor, itemId)
        if (record) {
          refuseOther(record, entity)
          await lock(tx, actor, record.id)
        }
        const earlier = await findLastChange(tx, tenantId, itemId)
        await timeline.remove(tx, actor, itemId, 'pulse')
        const latest = await findLastChange(tx, tenantId, itemId)
        return latest === earlier ? null : latest
      })
    },

    async bookmark(actor: Actor, itemId: number, status: boolean | undefined): Promise<Pulse> {
      await timeline.bookmark(actor, itemId, status, 'pulse')
      return read(actor, itemId)
    },

    /** The entries of a record and of those below it, newest first. */
    async page(actor: Actor, query: LoggedListQuery) {
      const { data, totalItemCount } = await timeline.page(actor, 'pulse', query)
      const { page, pageSize } = query
      return { data: data.map(pulseOf), itemCount: data.length, page, pageSize, totalItemCount }
    },

    /** Get the pulse history of a record, oldest first. Error: not_found. */
    async history(actor: Actor, level: LevelId, recordId: number): Promise<PulseHistory> {
      const { globalFields } = await records.read(actor, level, recordId)
      const db = dbOf(actor)
      const [entries, changes] = await Promise.all([
        listEntries(db, actor.tenantId, recordId),
        listFieldChanges(db, actor.tenantId, recordId),
      ])
      const pulse = globalFields.pulse ?? null
      return pointsOf(entries, changes, { createdAt: new Date(globalFields.createdAt), pulse })
    },
  }
}

export type PulseService = ReturnType<typeof createPulseService>
