import { changeKindIds } from '@steward/contracts/record-history'
import type { EventSettings } from '@steward/contracts/scenario/settings'
import { dayOf } from '../../platform/clock.ts'
import { AppError } from '../../platform/errors.ts'
import type { RecordChange } from '../change-log/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { CompiledRule, RecordRules } from '../record-rule/index.ts'
import type { Records } from '../record/index.ts'
import { scenarioActor } from '../scenario-management/index.ts'
import type { Listener } from '../scenario-run/index.ts'
import { holdsFor, withValues, type Held, type SegmentService } from '../segment/index.ts'
import type { UserService } from '../user-management/index.ts'

export interface MembershipNeighbours {
  users: Pick<UserService, 'directory'>
  records: Pick<Records, 'current'>
  rules: Pick<RecordRules, 'compileRule'>
  ledger: Pick<Ledger, 'past'>
  segments: Pick<SegmentService, 'ruleOf'>
}

/** A change, and what its record was right before and after it; undefined where there was none. */
interface Move {
  change: RecordChange
  before: Held | undefined
  after: Held | undefined
}

type SegmentEvent = Extract<EventSettings, { segmentId: number }>

/** Whether a listener follows a segment. */
export const followsSegment = ({ settings }: Listener): boolean =>
  settings.type === 'entered_segment' || settings.type === 'left_segment'

/** Whether a change can move its record into a segment or out of it. */
function mayMove({ kind, after }: RecordChange, { keys }: CompiledRule): boolean {
  if (kind === changeKindIds.create) return true
  // Owners are asked by the first of them; when a record was changed is asked by no key.
  return kind === changeKindIds.update && keys.some((key) => key in after || !isStored(key))
}

const isStored = (key: string): boolean => !['primaryOwner', 'updatedAt'].includes(key)

/** Finds the records that changes moved into a segment, or out of it. */
export function createFindMoved({ users, records, rules, ledger, segments }: MembershipNeighbours) {
  async function compile(
    tenantId: number,
    { scenario, settings }: Listener,
  ): Promise<CompiledRule | undefined> {
    try {
      const { segmentId } = settings as SegmentEvent
      const { level, rule } = await segments.ruleOf(scenarioActor(tenantId), segmentId)
      if (level !== scenario.level) return undefined
      const compiled = await rules.compileRule(tenantId, level, rule, 'rule')
      return compiled.broken.length > 0 ? undefined : compiled
    } catch (error) {
      // The segment was deleted since: the scenario shows it among its problems.
      if (error instanceof AppError) return undefined
      throw error
    }
  }

  /** What records were right before and after changes that were made at an instant. */
  async function movesAt(tenantId: number, changes: readonly RecordChange[], at: Date): Promise<Move[]> {
    const ids = changes.map(({ recordId }) => recordId)
    const [current, later] = await Promise.all([
      records.current(scenarioActor(tenantId), ids),
      ledger.past(tenantId, ids, new Date(at.getTime() + 1)),
    ])
    return changes.map((change) => {
      const now = current.get(change.recordId)
      if (!now) return { change, before: undefined, after: undefined }
      const state = withValues(now.state, later.get(change.recordId)?.before ?? {})
      const after: Held = { ...now, updatedAt: at, state }
      const isNew = change.kind === changeKindIds.create
      const before = isNew ? undefined : { ...after, state: withValues(state, change.before) }
      return { change, before, after }
    })
  }

  async function parentsOf(tenantId: number, moves: readonly Move[]): Promise<ReadonlyMap<number, Held>> {
    const ids = new Set<number>()
    for (const { before, after } of moves) {
      for (const key of ['organizationId', 'accountId']) {
        for (const held of [before, after]) ids.add(Number(held?.state[key] ?? 0))
      }
    }
    const found = await records.current(scenarioActor(tenantId), [...ids])
    return new Map([...found].map(([id, parent]) => [id, { ...parent, updatedAt: undefined }]))
  }

  /** The records that enter a scenario, of changes that were made at an instant. */
  return async function among(
    tenantId: number,
    listener: Listener,
    changes: readonly RecordChange[],
    at: Date,
  ): Promise<number[]> {
    const ofLevel = changes.filter(({ level }) => level === listener.scenario.level)
    const rule = ofLevel.length > 0 ? await compile(tenantId, listener) : undefined
    const moving = rule ? ofLevel.filter((change) => mayMove(change, rule)) : []
    if (!rule || moving.length === 0) return []
    const moves = await movesAt(tenantId, moving, at)
    const [directory, parents] = await Promise.all([
      users.directory(tenantId),
      rule.reachesParents ? parentsOf(tenantId, moves) : new Map<number, Held>(),
    ])
    const holds = (held: Held | undefined): boolean =>
      held !== undefined && holdsFor(rule, held, (id) => parents.get(id), directory, dayOf(at))
    const wanted = listener.settings.type === 'entered_segment'
    return moves
      .filter(({ before, after }) => holds(before) !== wanted && holds(after) === wanted)
      .map(({ change }) => change.recordId)
  }
}

export type FindMoved = ReturnType<typeof createFindMoved>
