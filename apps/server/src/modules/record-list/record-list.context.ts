import type { LevelId } from '@steward/contracts/level'
import { LRUCache } from 'lru-cache'
import type { FieldService } from '../field/index.ts'
import type { BoundsOfTenant, HealthModels } from '../health-model/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { Records } from '../record/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import { levelOfReached, type ReadRuleContext, type RuleContext } from '../record-rule/index.ts'
import type { WrittenNames } from './record-list.writing.ts'
import type { Ranks } from './record-list.request.ts'

/** The modules below, from which a list takes what its records name. */
export interface ListNeighbours {
  fields: FieldService
  healthModels: HealthModels
  records: Records
  rules: { readContext: ReadRuleContext }
}

/** What the lists of a tenant are read against. The same object until something of it changes. */
export type ListContext = RuleContext & WrittenNames

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

/** Gives the context of a tenant's lists. */
export type ReadListContext = (tenantId: number) => Promise<ListContext>

export function createListContexts({ rules, healthModels }: ListNeighbours): ReadListContext {
  const known = new LRUCache<number, { base: RuleContext; bounds: BoundsOfTenant; context: ListContext }>({
    max: 200,
  })
  return async (tenantId) => {
    const [base, bounds] = await Promise.all([rules.readContext(tenantId), healthModels.bounds(tenantId)])
    const last = known.get(tenantId)
    if (last?.base === base && last.bounds === bounds) return last.context
    const context = { ...base, ...writtenNames(base.stages, base.users, bounds) }
    known.set(tenantId, { base, bounds, context })
    return context
  }
}

/** The order of ids for lists of a level. */
export function ranksOf(context: ListContext, level: LevelId): Ranks {
  return (reached) => {
    const { field } = reached
    if (field.dataType === 'lifecycleStage') {
      return context.stages
        .byLevel(levelOfReached(reached, level) ?? level)
        .map((stage) => stage.lifecycleStageId)
    }
    if (field.dataType === 'user' || field.dataType === 'owner') {
      return context.users.all.toSorted((a, b) => a.name.localeCompare(b.name)).map((user) => user.userId)
    }
    return field.options.length > 0 ? field.options.map((option) => option.id) : undefined
  }
}
