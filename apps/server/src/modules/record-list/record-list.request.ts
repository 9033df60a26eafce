import type { ListQuery } from '@steward/contracts/record'
import type { LevelId } from '@steward/contracts/level'
import type { Actor } from '../../platform/actor.ts'
import type { Reckoning } from '../currency/index.ts'
import type { CatalogueField } from '../field/index.ts'
import type { ReachedField, RecordRule } from '../record-rule/index.ts'
import { isCounted } from './record-list.count.ts'
import { isScoped } from './record-list.policy.ts'

/** Collects the values of a statement. */
export interface Params {
  values: unknown[]
  add(value: unknown): string
}

/** Numbers and days, and lists of them: nothing in them could end a literal. */
const harmless = /^[-\d.,{}]+$/

/**
 * Numbers and days are in the text as literals, so that a list that is asked for again is prepared
 * by then; everything else is a parameter.
 */
export function createParams(): Params {
  const values: unknown[] = []
  return {
    values,
    add(value) {
      if (typeof value === 'string' && harmless.test(value)) return `'${value}'`
      values.push(value)
      return `$${values.length}`
    },
  }
}

/** Ids in the order in which people read them: options as listed, users and stages by place or name. */
export type Ranks = (reached: ReachedField) => readonly number[] | undefined

/** One of the columns by which a list is sorted. */
export interface SortKey {
  reached: ReachedField
  descending: boolean
}

/** What finding records takes, without an order or a page. */
export interface MatchRequest {
  actor: Actor
  level: LevelId
  query: ListQuery
  /** Which records match, by the filter of the query. */
  rule: RecordRule
  /** How amounts are compared and added up. */
  reckoning: Reckoning
  /** `YYYY-MM-DD`, UTC */
  today: string
}

export interface ListRequest extends MatchRequest {
  order: readonly SortKey[]
  ranks: Ranks
  /** The keys of built-in fields that were asked for beside what every list shows; null where all are sent. */
  builtIn: ReadonlySet<string> | null
  /** Custom fields whose values are sent. */
  customFields: readonly CatalogueField[]
  /** Fields of parents and of the primary owner that are sent, by the names they were asked for by. */
  related: readonly { name: string; reached: ReachedField }[]
}

/** Whether nothing but counted fields narrows the list, so that the kept counts are its totals. */
export function hasKeptTotals({ actor, query, rule }: MatchRequest): boolean {
  return !isScoped(actor) && !query.query && !query.ids && !query.myEntitiesOnly && isCounted(rule)
}
