import type { Rule } from '@steward/conditions'
import { levels, type LevelId } from '@steward/contracts/level'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../platform/actor.ts'
import {
  chooseDisplay,
  reckoningIn,
  type CurrencyBook,
  type CurrencyService,
  type Reckoning,
} from '../currency/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { LifecycleService, Stages } from '../lifecycle/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { bindRecordRule, type RecordRule } from './record-rule.source.ts'

/** The modules below, from which rules take what records name. */
export interface RuleNeighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
}

/** What rules about the records of a tenant are bound against. The same object until something of it changes. */
export interface RuleContext {
  catalogueOf(level: LevelId): Catalogue
  stages: Stages
  users: UserDirectory
  book: CurrencyBook
  /** Binds a filter to the fields of a level. Throws `invalid_input` at the paths below `root`. */
  bindRule(level: LevelId, filter: string | Rule, reckoning: Reckoning, root?: string): RecordRule
  /** How amounts are reckoned for somebody. Throws `invalid_input` at `displayCurrency`. */
  reckoning(actor: Actor, displayCurrency: string | undefined): Reckoning
}

type Parts = readonly [Stages, UserDirectory, CurrencyBook, ...Catalogue[]]

function contextOf(parts: Parts): RuleContext {
  const [stages, users, book, ...catalogues] = parts
  const catalogueOf = (level: LevelId) => catalogues[level - 1] as Catalogue
  const stageIds = new Set(stages.byId.keys())
  return {
    catalogueOf,
    stages,
    users,
    book,
    reckoning: ({ userId }, displayCurrency) =>
      reckoningIn(book, chooseDisplay(book, displayCurrency, users.byId.get(userId)?.displayCurrency)),
    bindRule: (level, filter, reckoning, root) =>
      bindRecordRule(filter, level, { catalogueOf, stages: stageIds, reckoning }, root),
  }
}

/** Gives the rule context of a tenant. */
export type ReadRuleContext = (tenantId: number) => Promise<RuleContext>

export function createRuleContexts(neighbours: RuleNeighbours): ReadRuleContext {
  const known = new LRUCache<number, { parts: Parts; context: RuleContext }>({ max: 200 })
  return async (tenantId) => {
    const parts = await Promise.all([
      neighbours.lifecycle.stages(tenantId),
      neighbours.users.directory(tenantId),
      neighbours.currency.book(tenantId),
      ...levels.map(({ id }) => neighbours.fields.catalogue(tenantId, id)),
    ])
    const last = known.get(tenantId)
    if (last && parts.every((part, at) => part === last.parts[at])) return last.context
    const context = contextOf(parts)
    known.set(tenantId, { parts, context })
    return context
  }
}
