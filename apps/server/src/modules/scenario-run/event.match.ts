import type { RecordChanged } from '@steward/contracts/event/record.event'
import { changeKindIds } from '@steward/contracts/record-history'
import type { AttributeChange, EventSettings } from '@steward/contracts/scenario/settings'
import { reckoned, reckoningIn } from '../currency/index.ts'
import type { RecordChange } from '../change-log/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { ReadRuleContext, RuleContext } from '../record-rule/index.ts'
import { isAwaited, isSame, type Reckon } from './change.rules.ts'
import type { Listener } from './event.subscriber.ts'
import { addMonths } from './wait.time.ts'

export interface MatchNeighbours {
  rules: { readContext: ReadRuleContext }
  ledger: Pick<Ledger, 'past'>
}

type Previous = Extract<AttributeChange, { occurrence: 'previous' }>

const day = 24 * 3600_000

/** The instant some days, weeks or months before another one. */
function startOfTimespan(at: Date, { timespan, period }: Pick<Previous, 'timespan' | 'period'>): Date {
  if (period !== 'month') return new Date(at.getTime() - timespan * (period === 'week' ? 7 : 1) * day)
  const earlier = addMonths(at.toISOString().slice(0, 10), -timespan)
  return new Date(`${earlier}T${at.toISOString().slice(11)}`)
}

/** The key in the ledger that a listener follows; undefined where every change of a kind concerns it, or its field is gone. */
function ledgerKeyOf({ settings, scenario }: Listener, { catalogueOf }: RuleContext): string | undefined {
  if (settings.type === 'stage_changed') return 'stageId'
  if (settings.type === 'churned') return 'churned'
  if (settings.type !== 'change_attribute') return undefined
  return catalogueOf(scenario.level).find(settings.attribute)?.key
}

/** Whether an event can concern a listener, by what it says of itself. */
function concerns(listener: Listener, { level, keys, areNew }: RecordChanged, context: RuleContext): boolean {
  const { settings, scenario } = listener
  if (level !== scenario.level) return false
  if (settings.type === 'created') return keys === undefined
  const key = ledgerKeyOf(listener, context)
  return key !== undefined && areNew !== true && (keys?.includes(key) ?? true)
}

const fits = (wanted: number | null, value: unknown): boolean => wanted === null || wanted === value

function isStageMove(listener: Listener, before: unknown, after: unknown): boolean {
  const { settings } = listener
  if (settings.type !== 'stage_changed' || isSame(before, after)) return false
  return fits(settings.from, before) && fits(settings.to, after)
}

/** A change as far as it says whether someone waits for it. */
export type Change = Pick<RecordChange, 'kind' | 'before' | 'after'>

const never = (): boolean => false
const asIs: Reckon = (value) => value

/** The changes of one key of records that are there before and after. */
function ofKey(
  key: string | undefined,
  awaits: (before: unknown, after: unknown) => boolean,
): (change: Change) => boolean {
  if (key === undefined) return never
  return (change) =>
    change.kind === changeKindIds.update &&
    (key in change.before || key in change.after) &&
    awaits(change.before[key], change.after[key])
}

/** Whether a listener compares with the value at an earlier time. */
export function isPrevious(settings: EventSettings): settings is EventSettings & Previous {
  return (
    settings.type === 'change_attribute' &&
    settings.changeType === 'any' &&
    settings.occurrence === 'previous'
  )
}

/**
 * Whether a listener waits for a change, as far as the change itself says so; what its record was at an earlier time
 * decides the rest.
 */
export function awaitedBy(listener: Listener, context: RuleContext): (change: Change) => boolean {
  const { settings } = listener
  switch (settings.type) {
    case 'created':
      return ({ kind }) => kind === changeKindIds.create
    case 'stage_changed':
      return ofKey('stageId', (before, after) => isStageMove(listener, before, after))
    case 'churned':
      return ofKey('churned', (before, after) => before !== true && after === true)
    case 'change_attribute': {
      const reckoning = reckoningIn(context.book, context.book.standard)
      const reckon: Reckon = (value) => reckoned(value, reckoning)
      const immediate = isPrevious(settings) ? ({ ...settings, occurrence: 'immediate' } as const) : settings
      return ofKey(ledgerKeyOf(listener, context), (before, after) =>
        isAwaited(immediate, { before, after }, reckon),
      )
    }
    default:
      return never
  }
}

/** Finds the changes that scenarios wait for. */
export function createFindAwaited({ rules, ledger }: MatchNeighbours) {
  /** Those of changes with which a value is another one than at the start of the timespan. */
  async function changedSince(
    tenantId: number,
    settings: Previous,
    key: string,
    changes: readonly RecordChange[],
    atOf: (changeSetId: number) => Date | undefined,
  ): Promise<RecordChange[]> {
    const changed = new Set<RecordChange>()
    for (const [time, some] of Map.groupBy(changes, ({ changeSetId }) => atOf(changeSetId)?.getTime())) {
      if (time === undefined) continue
      const since = startOfTimespan(new Date(time), settings)
      const past = await ledger.past(
        tenantId,
        some.map(({ recordId }) => recordId),
        since,
      )
      for (const change of some) {
        const then = past.get(change.recordId)
        const values = { before: change.before[key], after: change.after[key] }
        if (then?.existed && isAwaited(settings, values, asIs, { value: then.before[key] }))
          changed.add(change)
      }
    }
    return changes.filter((change) => changed.has(change))
  }

  return {
    /** The listeners that some events can concern. */
    async listenersOf(
      tenantId: number,
      listeners: readonly Listener[],
      told: readonly RecordChanged[],
    ): Promise<Listener[]> {
      const context = await rules.readContext(tenantId)
      return listeners.filter((listener) => told.some((payload) => concerns(listener, payload, context)))
    },

    /** Those of some changes that a listener waits for. */
    async among(
      tenantId: number,
      listener: Listener,
      changes: readonly RecordChange[],
      atOf: (changeSetId: number) => Date | undefined,
    ): Promise<RecordChange[]> {
      const { settings, scenario } = listener
      const context = await rules.readContext(tenantId)
      const awaits = awaitedBy(listener, context)
      const found = changes.filter((change) => change.level === scenario.level && awaits(change))
      const key = ledgerKeyOf(listener, context)
      if (!isPrevious(settings) || key === undefined) return found
      return changedSince(tenantId, settings, key, found, atOf)
    },
  }
}

export type FindAwaited = ReturnType<typeof createFindAwaited>
