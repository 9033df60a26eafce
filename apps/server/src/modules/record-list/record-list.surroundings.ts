import { levels, type LevelId } from '@steward/contracts/level'
import { LRUCache } from 'lru-cache'
import type { Rule } from '@steward/conditions'
import type { Actor } from '../../platform/actor.ts'
import {
  chooseDisplay,
  reckoningIn,
  type CurrencyBook,
  type CurrencyService,
  type Reckoning,
} from '../currency/index.ts'
import type { Catalogue, FieldService } from '../field/index.ts'
import type { BoundsOfTenant, HealthModels } from '../health-model/index.ts'
import type { LifecycleService, Stages } from '../lifecycle/index.ts'
import type { Records } from '../record/index.ts'
import type { UserDirectory, UserService } from '../user-management/index.ts'
import { levelOfReached } from './record-list.columns.ts'
import { readFilter, type Filter } from './record-list.filter.ts'
import type { WrittenNames } from './record-list.writing.ts'
import type { Ranks } from './record-list.request.ts'

/** The modules below, from which a list takes what its records name. */
export interface ListNeighbours {
  users: UserService
  fields: FieldService
  lifecycle: LifecycleService
  currency: CurrencyService
  healthModels: HealthModels
  records: Records
}

/** What the lists of a tenant are read against. The same object until something of it changes. */
export interface Surroundings extends WrittenNames {
  catalogueOf(level: LevelId): Catalogue
  stages: Stages
  users: UserDirectory
  stageIds: ReadonlySet<number>
  /** Reads a filter. Throws `invalid_input` at the paths below `filter`. */
  filter(level: LevelId, rule: string | Rule, reckoning: Reckoning, root?: string): Filter
  book: CurrencyBook
  /** How amounts are reckoned for someone. Throws `invalid_input` at `displayCurrency`. */
  reckoning(actor: Actor, displayCurrency: string | undefined): Reckoning
}

/** Groups of owners whose JSON is remembered. */
const keptOwners = 2000

function writtenStatuses(bounds: BoundsOfTenant): WrittenNames['healthStatus'] {
  return (level, stageId, health) =>
    JSON.stringify(bounds.status(level, stageId === null ? null : Number(stageId), Number(health)))
}

function writtenNames(stages: Stages, users: UserDirectory, bounds: BoundsOfTenant): WrittenNames {
  const owners = new Map<string, string>()
  const write = (text: string): string => {
    const ids = text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)
    return JSON.stringify(ids.map((id) => ({ id, name: users.byId.get(id)?.name ?? '' })))
  }
  const stageNames = new Map(
    [...stages.byId].map(([id, stage]) => [String(id), JSON.stringify(stage.displayName)]),
  )
  return {
    healthStatus: writtenStatuses(bounds),
    stageName: (stageId) => stageNames.get(stageId ?? '') ?? 'null',
    owners(text) {
      const known = owners.get(text)
      if (known !== undefined) return known
      if (owners.size >= keptOwners) owners.clear()
      const written = write(text)
      owners.set(text, written)
      return written
    },
  }
}

type Parts = readonly [Stages, UserDirectory, BoundsOfTenant, CurrencyBook, ...Catalogue[]]

function surround(parts: Parts): Surroundings {
  const [stages, users, bounds, book, ...catalogues] = parts
  const catalogueOf = (level: LevelId) => catalogues[level - 1] as Catalogue
  const stageIds = new Set(stages.byId.keys())
  return {
    ...writtenNames(stages, users, bounds),
    catalogueOf,
    stages,
    users,
    stageIds,
    book,
    reckoning: ({ userId }, displayCurrency) =>
      reckoningIn(book, chooseDisplay(book, displayCurrency, users.byId.get(userId)?.displayCurrency)),
    filter: (level, rule, reckoning, root) =>
      readFilter(rule, level, { catalogueOf, stages: stageIds, reckoning }, root),
  }
}

/** Gives the surroundings of a tenant. */
export type LookAround = (tenantId: number) => Promise<Surroundings>

export function createLookAround(neighbours: ListNeighbours): LookAround {
  const known = new LRUCache<number, { parts: Parts; around: Surroundings }>({ max: 200 })
  return async (tenantId) => {
    const parts = await Promise.all([
      neighbours.lifecycle.stages(tenantId),
      neighbours.users.directory(tenantId),
      neighbours.healthModels.bounds(tenantId),
      neighbours.currency.book(tenantId),
      ...levels.map(({ id }) => neighbours.fields.catalogue(tenantId, id)),
    ])
    const last = known.get(tenantId)
    if (last && parts.every((part, at) => part === last.parts[at])) return last.around
    const around = surround(parts)
    known.set(tenantId, { parts, around })
    return around
  }
}

/** The order of ids for lists of a level. */
export function ranksOf(around: Surroundings, level: LevelId): Ranks {
  return (reached) => {
    const { field } = reached
    if (field.dataType === 'lifecycleStage') {
      return around.stages
        .byLevel(levelOfReached(reached, level) ?? level)
        .map((stage) => stage.lifecycleStageId)
    }
    if (field.dataType === 'user' || field.dataType === 'owner') {
      return around.users.all.toSorted((a, b) => a.name.localeCompare(b.name)).map((user) => user.userId)
    }
    return field.options.length > 0 ? field.options.map((option) => option.id) : undefined
  }
}
