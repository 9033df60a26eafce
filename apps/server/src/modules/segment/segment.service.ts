import { segmentChanged, segmentCreated, segmentDeleted } from '@steward/contracts/event/segment.event'
import { levelOf, levels, type LevelId } from '@steward/contracts/level'
import type { Permission } from '@steward/contracts/plain/permission'
import { listQuerySchema, type RecordList } from '@steward/contracts/record'
import type {
  ChangeSegment,
  createSegmentSchema,
  Segment,
  segmentFilterSchema,
  segmentListQuery,
  SegmentMembership,
} from '@steward/contracts/segment'
import type { z } from 'zod'
import { may, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, notFound, violatedConstraint } from '../../platform/errors.ts'
import { permissionMissing } from '../../platform/permission-missing.ts'
import { publish } from '../../platform/events/events.ts'
import type { JsonText } from '../../platform/json-text.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService, FieldUse, FindUses } from '../field/index.ts'
import { namesStage, type LifecycleService, type Stage, type StageUse } from '../lifecycle/index.ts'
import { createMembership, type MembershipNeighbours } from './segment.membership.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { mayEditSegment } from './segment.policy.ts'
import { asksAbout, isUnderTab } from './segment.rules.ts'
import {
  deleteSegment,
  findSegment,
  insertSegment,
  listLogic,
  listSegments,
  putPin,
  removePin,
  updateSegment,
  type StoredSegment,
} from './segment.store.ts'

export interface SegmentNeighbours extends MembershipNeighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  /** Writes down that someone had no permission for a call. */
  refused: (actor: Actor, permission: Permission, call: string) => Promise<void>
}

function refusal(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint !== 'segment_name_public' && constraint !== 'segment_name_private') return error
  const message = 'There is already a segment with this name. Choose another one.'
  return new AppError('conflict', 'segment.name_taken', message, { name: message })
}

const useOf = ({ name, isPrivate }: { name: string; isPrivate: boolean }): FieldUse => ({
  kind: 'segment',
  name: isPrivate ? 'A private segment' : name,
  count: 1,
})

/** Named rules over records, for everyone or for their maker alone. */
export function createSegmentService(platform: Platform, neighbours: SegmentNeighbours) {
  const { users, fields, lists, rules } = neighbours
  const membership = createMembership(platform, neighbours)
  const { database, clock } = platform
  const dbOf = ({ tenantId }: Actor) => database.tenant(tenantId)

  async function present(actor: Actor, stored: StoredSegment, directory: UserDirectory): Promise<Segment> {
    const { level, createdBy, createdAt, updatedAt, ...segment } = stored
    return {
      ...segment,
      segmentLevel: levelOf(level).name,
      mayEdit: mayEditSegment(actor, stored),
      brokenConditions: await rules.findBroken(actor.tenantId, level, stored.logic),
      createdBy: { id: createdBy, name: directory.byId.get(createdBy)?.name ?? '' },
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    }
  }

  async function find(actor: Actor, segmentId: number): Promise<StoredSegment> {
    const found = await findSegment(dbOf(actor), actor.tenantId, actor.userId, segmentId)
    if (!found) throw notFound('segment.unknown', 'This segment no longer exists, or is private.')
    return found
  }

  /** Who is in a segment is notified of records: anyone who may see segments alone, as a token may, is notified of none. */
  async function requireRecords(actor: Actor, call: string): Promise<void> {
    const permission = 'record.read'
    if (may(actor, permission)) return
    await neighbours.refused(actor, permission, call)
    throw permissionMissing(actor, permission)
  }

  async function findOwn(actor: Actor, segmentId: number): Promise<StoredSegment> {
    const found = await find(actor, segmentId)
    if (mayEditSegment(actor, found)) return found
    throw new AppError(
      'forbidden',
      'segment.not_yours',
      'Only the creator, managers and administrators can edit a public segment.',
    )
  }

  async function read(actor: Actor, segmentId: number): Promise<Segment> {
    const [stored, directory] = await Promise.all([find(actor, segmentId), users.directory(actor.tenantId)])
    return present(actor, stored, directory)
  }

  /** The segments that ask about a custom field; a private one is counted, not named. */
  const findUses: FindUses = async (tenantId, field, once) => {
    if (field.fieldId === null) return []
    const [stored, ...catalogues] = await Promise.all([
      once('segment', () => listLogic(database.tenant(tenantId), tenantId)),
      ...levels.map(({ id }) => fields.catalogue(tenantId, id)),
    ])
    const isIt = (level: LevelId, name: string) =>
      catalogues.find((catalogue) => catalogue.level === level)?.find(name)?.fieldId === field.fieldId
    return stored.filter((segment) => asksAbout(segment.logic, segment.level, isIt)).map(useOf)
  }

  /** The segments that name a lifecycle stage; a private one is counted, not named. */
  async function findStageUses(tenantId: number, { lifecycleStageId }: Stage): Promise<StageUse[]> {
    const stored = await listLogic(database.tenant(tenantId), tenantId)
    return stored.filter(({ logic }) => namesStage(logic, lifecycleStageId)).map(useOf)
  }

  return {
    findUses,
    findStageUses,
    read,

    /** The rule of a segment that the actor may see. */
    async ruleOf(actor: Actor, segmentId: number) {
      const { level, logic } = await find(actor, segmentId)
      return { level, rule: logic }
    },

    async list(actor: Actor, { level, tab }: z.output<typeof segmentListQuery>): Promise<Segment[]> {
      const [stored, directory] = await Promise.all([
        listSegments(dbOf(actor), actor.tenantId, actor.userId),
        users.directory(actor.tenantId),
      ])
      const wanted = stored.filter(
        (segment) => (level === undefined || segment.level === level) && isUnderTab(segment, tab),
      )
      return Promise.all(wanted.map((segment) => present(actor, segment, directory)))
    },

    async create(actor: Actor, input: z.output<typeof createSegmentSchema>): Promise<Segment> {
      const { segmentLevel: level, ...segment } = input
      await rules.checkRule(actor.tenantId, level, segment.logic, 'logic')
      const logic = await rules.nameCurrencies(actor, level, segment.logic)
      const made = { ...segment, logic, level, createdBy: actor.userId, createdAt: clock.now() }
      const { tenantId, userId: by } = actor
      const segmentId = await transact(dbOf(actor), async (tx) => {
        const id = await insertSegment(tx, tenantId, made)
        await publish(tx, tenantId, segmentCreated, { segmentId: id, level, by })
        return id
      }).catch((error: unknown) => {
        throw refusal(error)
      })
      return read(actor, segmentId)
    },

    async change(actor: Actor, segmentId: number, change: ChangeSegment): Promise<Segment> {
      const before = await findOwn(actor, segmentId)
      if (change.logic) await rules.checkRule(actor.tenantId, before.level, change.logic, 'logic')
      if (change.isPrivate && before.createdBy !== actor.userId) {
        throw new AppError(
          'forbidden',
          'segment.not_yours',
          "Only the segment's creator can make it private.",
        )
      }
      const after = { ...before, ...withoutUnset(change) }
      if (change.logic) after.logic = await rules.nameCurrencies(actor, before.level, change.logic)
      const { tenantId, userId: by } = actor
      await transact(dbOf(actor), async (tx) => {
        await updateSegment(tx, tenantId, segmentId, after, clock.now())
        await publish(tx, tenantId, segmentChanged, { segmentId, level: before.level, by })
      }).catch((error: unknown) => {
        throw refusal(error)
      })
      return read(actor, segmentId)
    },

    async remove(actor: Actor, segmentId: number): Promise<void> {
      const { level } = await findOwn(actor, segmentId)
      const { tenantId, userId: by } = actor
      await transact(dbOf(actor), async (tx) => {
        if (!(await deleteSegment(tx, tenantId, segmentId))) return
        await publish(tx, tenantId, segmentDeleted, { segmentId, level, by })
      })
    },

    async pin(actor: Actor, segmentId: number, action: 'pin' | 'unpin'): Promise<Segment> {
      await find(actor, segmentId)
      const put = action === 'pin' ? putPin : removePin
      await put(dbOf(actor), actor.tenantId, actor.userId, segmentId)
      return read(actor, segmentId)
    },

    /** List records that entered or left a segment since a day. Throws `forbidden` without `record.read`. */
    async membership(actor: Actor, segmentId: number, since: string): Promise<SegmentMembership> {
      await requireRecords(actor, 'GET /api/segment/:id/changes')
      return membership(actor, await find(actor, segmentId), since)
    },

    /** The records that match a rule, as the list of their level shows them. */
    async filter(actor: Actor, input: z.output<typeof segmentFilterSchema>): Promise<JsonText<RecordList>> {
      const { logic, segmentLevel, ...page } = input
      await rules.checkRule(actor.tenantId, segmentLevel, logic, 'logic')
      const query = listQuerySchema.parse({ ...page, filter: JSON.stringify(logic) })
      return lists.list(actor, segmentLevel, query)
    },
  }
}

function withoutUnset<T extends object>(change: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<{
    [K in keyof T]: NonNullable<T[K]>
  }>
}

export type SegmentService = ReturnType<typeof createSegmentService>
