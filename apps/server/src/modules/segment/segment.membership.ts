import type { LevelId } from '@steward/contracts/level'
import type { SegmentMembership } from '@steward/contracts/segment'
import { dayOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Ledger, Past } from '../ledger/index.ts'
import { createParams, type RecordLists } from '../record-list/index.ts'
import type { CompiledRule, RecordRules } from '../record-rule/index.ts'
import type { Current, Records } from '../record/index.ts'
import type { UserService } from '../user-management/index.ts'
import {
  listBelonging,
  listDiffering,
  listLastChanges,
  type LastChange,
} from './segment.membership.read-model.ts'
import { holdsFor } from './segment.membership.holds.ts'
import { withValues } from './segment.membership.rules.ts'
import { asksAbout } from './segment.rules.ts'
import type { StoredSegment } from './segment.store.ts'

/** More changed records than these are not gone through while someone waits. */
const mostRecords = 100_000
/** Records read at once. */
const windowSize = 2000
/** Records that are named of those who entered, and of those who left. */
const mostNamed = 500

export interface MembershipNeighbours {
  records: Records
  lists: RecordLists
  rules: RecordRules
  ledger: Ledger
  users: Pick<UserService, 'directory'>
}

type Held = Pick<Current, 'recordId' | 'createdAt' | 'state'> & {
  /** Undefined where the rule does not ask for it. */
  updatedAt: Date | undefined
}

/** The two days that are compared. */
interface Days {
  now: string
  before: string
}

/** The query for records that may have joined or left. */
interface Question {
  rule: CompiledRule
  /** Whether the rule asks when a record was last changed, of which its state says nothing. */
  asksLastChange: boolean
  since: Date
  today: Days
}

/** Records as they are, and as they were; undefined where there was none. */
interface Times {
  now: ReadonlyMap<number, Held>
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

/** Whether a segment asks when its records or their parents were last changed. */
function isLastChangeAsked({ logic, level }: StoredSegment): boolean {
  return asksAbout(logic, level, (_, name) => name.toLowerCase() === 'updatedat')
}

/** How many there are, and the first by name. */
function sorted(members: readonly Member[]) {
  const byName = members.toSorted((a, b) => a.name.localeCompare(b.name))
  return { count: members.length, records: byName.slice(0, mostNamed) }
}

/** Who came to match a rule since an instant, and who no longer does, according to the ledger. */
export function createMembership(platform: Platform, neighbours: MembershipNeighbours) {
  const { records, rules, ledger, users } = neighbours

  /** When records were last changed, where the rule asks; it costs a walk through their changes. */
  async function lastChanges(
    { tenantId }: Actor,
    ids: readonly number[],
    { asksLastChange, since }: Question,
  ): Promise<ReadonlyMap<number, LastChange>> {
    if (!asksLastChange) return new Map()
    return listLastChanges(platform.database.tenant(tenantId), tenantId, ids, since)
  }

  async function timesOf(actor: Actor, ids: readonly number[], question: Question): Promise<Times> {
    const [current, past, changed] = await Promise.all([
      records.current(actor, ids),
      ledger.past(actor.tenantId, ids, question.since),
      lastChanges(actor, ids, question),
    ])
    const now = new Map<number, Held>()
    const before = new Map<number, Held>()
    for (const [id, { recordId, createdAt, state }] of current) {
      const last = changed.get(id)
      now.set(id, { recordId, createdAt, updatedAt: last?.now, state })
      const was: Past = past.get(id) ?? { existed: true, before: {} }
      if (!was.existed) continue
      // What did not change since then had last changed when it has now.
      const updatedAt = past.has(id) ? last?.before : last?.now
      const stateThen = withValues(state, was.before) as Held['state']
      before.set(id, { recordId, createdAt, updatedAt, state: stateThen })
    }
    return { now, before }
  }

  /** The records that may have come or gone: those that changed, and those whose parents did. */
  async function candidates(
    actor: Actor,
    level: LevelId,
    { rule, since, today }: Question,
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
    ids: readonly number[],
    question: Question,
  ): Promise<{ entered: Member[]; left: Member[] }> {
    const { rule, today } = question
    const directory = await users.directory(actor.tenantId)
    const own = await timesOf(actor, ids, question)
    const parentIds = new Set<number>()
    for (const held of [...own.now.values(), ...own.before.values()]) {
      for (const key of ['organizationId', 'accountId'] as const) {
        const id = held.state[key]
        if (typeof id === 'number') parentIds.add(id)
      }
    }
    const above: Times = rule.reachesParents
      ? await timesOf(actor, [...parentIds], question)
      : { now: new Map(), before: new Map() }

    const holds = (held: Held | undefined, at: 'now' | 'before'): boolean =>
      held !== undefined && holdsFor(rule, held, (id) => above[at].get(id), directory, today[at])

    const entered: Member[] = []
    const left: Member[] = []
    for (const [id, current] of own.now) {
      const [is, was] = [holds(current, 'now'), holds(own.before.get(id), 'before')]
      if (is === was) continue
      ;(is ? entered : left).push({ id, name: String(current.state['name']) })
    }
    return { entered, left }
  }

  function checkKnown(at: Date): void {
    const horizon = ledger.horizon()
    if (!horizon || at >= horizon) return
    const message = `The history starts on ${dayOf(horizon)}. Choose a later day.`
    throw new AppError('invalid_input', 'segment.forgotten', message, { since: message })
  }

  /** Since the beginning of a day (UTC), among the records that the actor may see. */
  return async function since(actor: Actor, segment: StoredSegment, day: string): Promise<SegmentMembership> {
    const at = new Date(`${day}T00:00:00.000Z`)
    checkKnown(at)
    const today = { now: dayOf(platform.clock.now()), before: day }
    const rule = await rules.compileRule(actor.tenantId, segment.level, segment.logic, 'logic')
    const question: Question = { rule, asksLastChange: isLastChangeAsked(segment), since: at, today }
    const ids = await candidates(actor, segment.level, question)
    const entered: Member[] = []
    const left: Member[] = []
    for (let start = 0; start < ids.length; start += windowSize) {
      const found = await compare(actor, ids.slice(start, start + windowSize), question)
      entered.push(...found.entered)
      left.push(...found.left)
    }
    return { since: day, entered: sorted(entered), left: sorted(left) }
  }
}
