import type { Rule } from '@steward/conditions'
import { dayOf } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CompiledRule, ReadRuleContext, RecordRules, RuleContext } from '../record-rule/index.ts'
import type { NamedRecord, PastFacts, ScenarioPlace } from '../scenario-management/index.ts'
import { heldValue, holdsFor } from '../segment/index.ts'
import type { Past, PastRecord } from './past.ts'

export interface FactSources {
  db: Db
  rules: Pick<RecordRules, 'compileRule'> & { readContext: ReadRuleContext }
}

const dayLength = 24 * 3600_000

/** The days of instants: a rehearsal has few, and asks for them again and again. */
function createDayNames(): (at: Date) => string {
  const names = new Map<number, string>()
  return (at) => {
    const nth = Math.floor(at.getTime() / dayLength)
    const known = names.get(nth) ?? dayOf(at)
    names.set(nth, known)
    return known
  }
}

const idAt = ({ state }: PastRecord, key: string): number => Number(state[key] ?? 0)

/** What is the same for all records and times of a rehearsal. */
export function createFactSources({ db, rules }: FactSources) {
  const compiled = new Map<Rule, Promise<CompiledRule>>()
  const kept = new Map<string, Promise<unknown>>()
  let context: Promise<RuleContext> | undefined
  return {
    db,
    dayOf: createDayNames(),
    readContext: (tenantId: number) => (context ??= rules.readContext(tenantId)),
    compile({ tenantId, level }: ScenarioPlace, rule: Rule): Promise<CompiledRule> {
      const known = compiled.get(rule) ?? rules.compileRule(tenantId, level, rule, 'rule')
      compiled.set(rule, known)
      return known
    },
    once<T>(key: string, read: () => Promise<T>): Promise<T> {
      const known = (kept.get(key) as Promise<T> | undefined) ?? read()
      kept.set(key, known)
      return known
    },
  }
}

export type KeptFacts = ReturnType<typeof createFactSources>

/** Whether a rule holds for a record at the moment that is replayed. */
export function holdsThen(
  rule: CompiledRule,
  record: PastRecord,
  past: Past,
  { users }: Pick<RuleContext, 'users'>,
  today: string,
): boolean {
  const find = (recordId: number): PastRecord | undefined => {
    const found = past.find(recordId)
    return found?.exists ? found : undefined
  }
  return holdsFor(rule, record, find, users, today)
}

function nameOf(past: Past, recordId: number): string | null {
  const name = past.find(recordId)?.state['name']
  return typeof name === 'string' ? name : null
}

const ownersOf = (record: PastRecord | undefined): number[] => (record?.state['owners'] as number[]) ?? []

const first = (all: readonly number[][]): number[] => all.find((owners) => owners.length > 0) ?? []

function namedOf(past: Past, record: PastRecord): NamedRecord {
  const [organizationId, accountId] = [idAt(record, 'organizationId'), idAt(record, 'accountId')]
  const above = [past.find(accountId), past.find(organizationId)].map(ownersOf)
  return {
    recordId: record.recordId,
    name: String(record.state['name'] ?? ''),
    organization: nameOf(past, organizationId),
    account: nameOf(past, accountId),
    owners: first([ownersOf(record), ...above]),
    parentOwners: first(above),
  }
}

/** The day in a field; null where it is empty. */
function heldDay(record: PastRecord, key: string): string | null {
  const value = heldValue(record, key) ?? null
  if (value === null) return null
  return value instanceof Date ? dayOf(value) : String(value).slice(0, 10)
}

/** What nodes ask of records in a rehearsal: as they were at the moment that is replayed. */
export function pastFacts(past: Past, kept: KeptFacts, at: Date): PastFacts {
  const today = kept.dayOf(at)
  return {
    db: kept.db,
    once: kept.once,
    async matching(place, rule, recordIds) {
      const [compiled, context] = await Promise.all([
        kept.compile(place, rule),
        kept.readContext(place.tenantId),
      ])
      const ids = recordIds.filter((recordId) => {
        const record = past.find(recordId)
        return record?.exists && holdsThen(compiled, record, past, context, today)
      })
      return { ids: new Set(ids), broken: compiled.broken[0]?.message }
    },
    async days({ tenantId, level }, name, recordIds) {
      const field = (await kept.readContext(tenantId)).catalogueOf(level).find(name)
      if (field?.kind !== 'date') return undefined
      return new Map(
        recordIds.map((recordId): [number, string | null] => {
          const record = past.find(recordId)
          return [recordId, record ? heldDay(record, field.key) : null]
        }),
      )
    },
    named: (recordIds) =>
      new Map(
        recordIds.flatMap((recordId): [number, NamedRecord][] => {
          const record = past.find(recordId)
          return record ? [[recordId, namedOf(past, record)]] : []
        }),
      ),
    valuesOf: (recordId) => past.find(recordId)?.state ?? {},
    heldIn(recordId, keys) {
      const record = past.find(recordId)
      if (!record) return keys.map(() => null)
      return keys.map((key) => (key === 'createdAt' ? heldDay : heldValue)(record, key) ?? null)
    },
  }
}
