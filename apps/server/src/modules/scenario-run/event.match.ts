import type { RecordChanged } from '@steward/contracts/event/record.event'
import { changeKindIds } from '@steward/contracts/record-history'
import type { AttributeChange } from '@steward/contracts/scenario/settings'
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
export function ledgerKeyOf(
  { settings, scenario }: Listener,
  { catalogueOf }: RuleContext,
): string | undefined {
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

/** Finds the changes that scenarios wait for. */
export function createFindAwaited({ rules, ledger }: MatchNeighbours) {
  /** The values that records had at the start of the timespan, for changes that were made at the same time. */
  async function earlierOf(
    tenantId: number,
    settings: Previous,
    key: string,
    changes: readonly RecordChange[],
    atOf: (changeSetId: number) => Date | undefined,
  ): Promise<Map<RecordChange, { value: unknown } | undefined>> {
    const earlier = new Map<RecordChange, { value: unknown } | undefined>()
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
        earlier.set(change, then?.existed ? { value: then.before[key] } : undefined)
      }
    }
    return earlier
  }

  async function changedAttribute(
    tenantId: number,
    listener: Listener,
    settings: AttributeChange,
    changes: readonly RecordChange[],
    atOf: (changeSetId: number) => Date | undefined,
  ): Promise<RecordChange[]> {
    const context = await rules.readContext(tenantId)
    const key = ledgerKeyOf(listener, context)
    if (key === undefined) return []
    const reckoning = reckoningIn(context.book, context.book.standard)
    const reckon: Reckon = (value) => reckoned(value, reckoning)
    const changed = changes.filter(
      ({ kind, before, after }) => kind === changeKindIds.update && (key in before || key in after),
    )
    const earlier =
      settings.changeType === 'any' && settings.occurrence === 'previous'
        ? await earlierOf(tenantId, settings, key, changed, atOf)
        : undefined
    return changed.filter((change) =>
      isAwaited(
        settings,
        { before: change.before[key], after: change.after[key] },
        reckon,
        earlier?.get(change),
      ),
    )
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
      const ofLevel = changes.filter(({ level }) => level === scenario.level)
      const updates = ofLevel.filter(({ kind }) => kind === changeKindIds.update)
      switch (settings.type) {
        case 'created':
          return ofLevel.filter(({ kind }) => kind === changeKindIds.create)
        case 'stage_changed':
          return updates.filter(({ before, after }) =>
            isStageMove(listener, before['stageId'], after['stageId']),
          )
        case 'churned':
          return updates.filter(
            ({ before, after }) => before['churned'] !== true && after['churned'] === true,
          )
        case 'change_attribute':
          return changedAttribute(tenantId, listener, settings, ofLevel, atOf)
        default:
          return []
      }
    },
  }
}

export type FindAwaited = ReturnType<typeof createFindAwaited>
