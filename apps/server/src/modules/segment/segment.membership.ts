import type { LevelId } from '@steward/contracts/level'
import type { SegmentMembership } from '@steward/contracts/segment'
import { dayOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger, Past } from '../ledger/index.ts'
import { createParams, ownerValue, type CompiledRule, type RecordLists } from '../record-list/index.ts'
import type { Current, Records } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import { listBelonging, listDiffering } from './segment.membership.read-model.ts'
import { heldValue, withValues } from './segment.membership.rules.ts'
import type { StoredSegment } from './segment.store.ts'

/** More changed records than these are not gone through while somebody waits. */
const mostRecords = 100_000
/** Records read at once. */
const windowSize = 2000
/** Records that are named of those who entered, and of those who left. */
const mostNamed = 500

export interface MembershipNeighbours {
  records: Records
  lists: RecordLists
  ledger: Ledger
  users: Pick<UserService, 'directory'>
}

type Held = Pick<Current, 'recordId' | 'createdAt' | 'state'>

/** The two days that are compared. */
interface Days {
  now: string
  before: string
}

/** Records as they are, and as they were; undefined where there was none. */
interface Times {
  now: ReadonlyMap<number, Current>
  before: ReadonlyMap<number, Held>
}

interface Member {
  id: number
  name: string
}

/** The condition of a rule as it is on each of two days. */
function byDay(rule: CompiledRule, days: Days) {
  const { add, values } = createParams()
  return { one: rule.sql(add, days.now), other: rule.sql(add, days.before), values }
}

/** How many there are, and the first by name. */
function sorted(members: readonly Member[]) {
  const byName = members.toSorted((a, b) => a.name.localeCompare(b.name))
  return { count: members.length, records: byName.slice(0, mostNamed) }
}

/** Who came to match a rule since an instant, and who no longer does, by what the ledger tells of the past. */
export function createMembership(platform: Platform, neighbours: MembershipNeighbours) {
  const { records, lists, ledger, users } = neighbours

  async function timesOf(actor: Actor, ids: readonly number[], since: Date): Promise<Times> {
    const [now, past] = await Promise.all([
      records.current(actor, ids),
      ledger.past(actor.tenantId, ids, since),
    ])
    const before = new Map<number, Held>()
    for (const [id, current] of now) {
      const was: Past = past.get(id) ?? { existed: true, before: {} }
      if (!was.existed) continue
      const state = withValues(current.state, was.before) as Held['state']
      before.set(id, { recordId: id, createdAt: current.createdAt, state })
    }
    return { now, before }
  }

  /** The records that may have come or gone: those that changed, and those whose parents did. */
  async function candidates(
    actor: Actor,
    level: LevelId,
    rule: CompiledRule,
    since: Date,
    today: Days,
  ): Promise<number[]> {
    const { tenantId } = actor
    const db = platform.database.tenant(tenantId)
    const above = rule.reachesParents ? ([1, 2] as const).filter((id) => id < level) : []
    const [own, ...parents] = await Promise.all(
      [level, ...above].map((id) => ledger.changedSince(tenantId, id as LevelId, since, mostRecords + 1)),
    )
    const [children, byTime] = await Promise.all([
      listBelonging(db, tenantId, level, parents.flat(), mostRecords + 1),
      rule.isRelative ? listDiffering(db, tenantId, level, byDay(rule, today), mostRecords + 1) : [],
    ])
    const ids = [...new Set([...(own ?? []), ...children, ...byTime])]
    if (ids.length <= mostRecords) return ids
    throw new AppError(
      'invalid_input',
      'segment.too_many_changes',
      'More than 100,000 records changed since then. Choose a later day.',
      { since: 'Choose a later day.' },
    )
  }

  async function compare(
    actor: Actor,
    rule: CompiledRule,
    ids: readonly number[],
    since: Date,
    today: Days,
  ): Promise<{ entered: Member[]; left: Member[] }> {
    const directory = await users.directory(actor.tenantId)
    const own = await timesOf(actor, ids, since)
    const parentIds = new Set<number>()
    for (const held of [...own.now.values(), ...own.before.values()]) {
      for (const key of ['organizationId', 'accountId'] as const) {
        const id = held.state[key]
        if (typeof id === 'number') parentIds.add(id)
      }
    }
    const above = rule.reachesParents
      ? await timesOf(actor, [...parentIds], since)
      : { now: new Map(), before: new Map() }

    function holds(held: Held | undefined, at: 'now' | 'before'): boolean {
      if (!held) return false
      return rule.holds(({ field, parent }) => {
        if (parent === null) return heldValue(held, field.key)
        if (parent === 'owner') {
          const owner = directory.byId.get(Number(heldValue(held, 'primaryOwner')))
          return owner && ownerValue(owner, field.key)
        }
        const link = held.state[`${parent}Id`]
        const target: Held | undefined = above[at].get(Number(link))
        return target && heldValue(target, field.key)
      }, today[at])
    }

    const entered: Member[] = []
    const left: Member[] = []
    for (const [id, current] of own.now) {
      const [is, was] = [holds(current, 'now'), holds(own.before.get(id), 'before')]
      if (is === was) continue
      ;(is ? entered : left).push({ id, name: String(current.state['name']) })
    }
    return { entered, left }
  }

  /** Since the beginning of a day (UTC), among the records that the actor may see. */
  return async function since(actor: Actor, segment: StoredSegment, day: string): Promise<SegmentMembership> {
    const at = new Date(`${day}T00:00:00.000Z`)
    const today = { now: dayOf(platform.clock.now()), before: day }
    const rule = await lists.compileRule(actor.tenantId, segment.level, segment.logic, 'logic')
    const ids = await candidates(actor, segment.level, rule, at, today)
    const entered: Member[] = []
    const left: Member[] = []
    for (let start = 0; start < ids.length; start += windowSize) {
      const found = await compare(actor, rule, ids.slice(start, start + windowSize), at, today)
      entered.push(...found.entered)
      left.push(...found.left)
    }
    return { since: day, entered: sorted(entered), left: sorted(left) }
  }
}
