import { levelOf, type LevelId } from '@steward/contracts/level'
import type { ListQuery, RecordList } from '@steward/contracts/record'
import { dayOf } from '../../platform/clock.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Catalogue, CatalogueField, IndexUse } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { UserDirectory } from '../user-management/index.ts'
import type { Neighbours } from './record.context.ts'
import type { Count } from './record.count.ts'
import { isCounted, matchingCounts, readFilter, type Filter } from './record.filter.ts'
import type { ListRequest, Ranks } from './record.list-sql.ts'
import { isScoped } from './record.policy.ts'
import { presentListed } from './record.present.ts'
import { countByStage, readList, type StageCount } from './record.read-model.ts'

/** What a list is read against. */
interface Surroundings {
  catalogues: Record<LevelId, Catalogue>
  stages: Stages
  users: UserDirectory
}

async function lookAround(neighbours: Neighbours, tenantId: number): Promise<Surroundings> {
  const [first, second, third, fourth, stages, users] = await Promise.all([
    neighbours.fields.catalogue(tenantId, 1),
    neighbours.fields.catalogue(tenantId, 2),
    neighbours.fields.catalogue(tenantId, 3),
    neighbours.fields.catalogue(tenantId, 4),
    neighbours.lifecycle.stages(tenantId),
    neighbours.users.directory(tenantId),
  ])
  return { catalogues: { 1: first, 2: second, 3: third, 4: fourth }, stages, users }
}

function ranksOf(around: Surroundings, level: LevelId): Ranks {
  return (field) => {
    if (field.dataType === 'lifecycleStage')
      return around.stages.byLevel(level).map((stage) => stage.lifecycleStageId)
    if (field.dataType === 'user' || field.dataType === 'owner') {
      return around.users.all.toSorted((a, b) => a.name.localeCompare(b.name)).map((user) => user.userId)
    }
    const isPicklist = field.dataType === 'singlePicklist' || field.dataType === 'multiPicklist'
    return isPicklist ? field.options.map((option) => option.id) : undefined
  }
}

function sortField(catalogue: Catalogue, name: string): CatalogueField {
  const field = catalogue.find(name)
  if (field) return field
  throw invalid('list.sort_unknown', {
    sortColumn: `There is no field "${name.slice(0, 60)}" to sort by at this level.`,
  })
}

function byStage(counts: readonly Count[]): StageCount[] {
  const sums = new Map<number, number>()
  for (const count of counts) sums.set(count.stageId, (sums.get(count.stageId) ?? 0) + count.n)
  return [...sums].map(([stageId, n]) => ({ stageId: stageId || null, n }))
}

const sumOf = (counts: readonly { n: number }[]): number => counts.reduce((sum, count) => sum + count.n, 0)

/** Whether nothing but counted fields narrows the list, so that the kept counts are its totals. */
function hasKeptTotals(actor: Actor, query: ListQuery, filter: Filter): boolean {
  return !isScoped(actor) && !query.query && !query.ids && !query.myEntitiesOnly && isCounted(filter)
}

/** How many records the actor sees at the level, without any filter. */
async function countAll(db: Db, request: ListRequest, counts: readonly Count[]): Promise<number> {
  if (!isScoped(request.actor)) return sumOf(counts)
  const filter = { ...request.filter, checked: { and: [] } }
  const query = { ...request.query, query: undefined, ids: undefined }
  return sumOf(await countByStage(db, { ...request, filter, query }))
}

/** How many match by lifecycle stage, from the kept counts. */
function keptStages({ level, query, filter, today }: ListRequest, counts: readonly Count[]): StageCount[] {
  const kept = matchingCounts(filter, counts, today)
  const isOfType = level === 4 && query.pipelineType
  return byStage(isOfType ? kept.filter((count) => count.pipelineType === query.pipelineType) : kept)
}

function statbar(level: LevelId, stages: Stages, counts: readonly StageCount[]): RecordList['statbarData'] {
  const nOf = new Map(counts.map((count) => [count.stageId, count.n]))
  const { plural } = levelOf(level)
  return [
    { key: 'total', label: `Total ${plural}`, value: sumOf(counts) },
    ...stages.byLevel(level).map((stage) => ({
      key: `stage:${stage.lifecycleStageId}`,
      label: stage.displayName,
      value: nOf.get(stage.lifecycleStageId) ?? 0,
    })),
  ]
}

/** From this many records on, a custom field that is sorted or filtered by gets an index. */
const largeLevel = 20_000

function requestIndexes(neighbours: Neighbours, request: ListRequest, size: number): void {
  if (size < largeLevel) return
  const { actor, level, sort, filter, query } = request
  const reached = [...filter.fields].flatMap((name) => filter.reach(name) ?? [])
  const own = reached.filter(({ parent }) => parent === null).map(({ field }) => field)
  const ask = (field: CatalogueField, use: IndexUse) =>
    void neighbours.fields.requestIndex(actor.tenantId, field, level, use)
  ask(sort, query.sortDirection === 'DESC' ? 'desc' : 'asc')
  for (const field of own) ask(field, 'match')
  if (!own.some((field) => field.key === 'stageId')) return
  for (const field of [...own, sort]) ask(field, 'stage')
}

/** Custom fields to send: those asked for, or all. */
function sentFields(catalogue: Catalogue, query: ListQuery): CatalogueField[] {
  const custom = catalogue.fields.filter((field) => field.fieldId !== null)
  if (query.columns === undefined) return custom
  const wanted = new Set(query.columns.split(','))
  return custom.filter((field) => wanted.has(field.name))
}

/** One page of a level with its exact totals. */
export async function listRecords(
  platform: Platform,
  neighbours: Neighbours,
  actor: Actor,
  level: LevelId,
  query: ListQuery,
): Promise<RecordList> {
  const db = platform.database.tenant(actor.tenantId)
  const around = await lookAround(neighbours, actor.tenantId)
  const catalogue = around.catalogues[level]
  const filter = readFilter(
    query.filter,
    level,
    (id) => around.catalogues[id],
    new Set(around.stages.byId.keys()),
  )
  const request: ListRequest = {
    actor,
    level,
    query,
    filter,
    today: dayOf(platform.clock.now()),
    sort: sortField(catalogue, query.sortColumn || 'name'),
    ranks: ranksOf(around, level),
    customFields: sentFields(catalogue, query),
  }
  const { rows, counts, stages: counted } = await readList(db, request, hasKeptTotals(actor, query, filter))
  const stages = counted ?? keptStages(request, counts)
  requestIndexes(neighbours, request, sumOf(counts))
  return {
    data: rows.map((row) => presentListed(row, around)),
    itemCount: rows.length,
    page: query.page,
    pageSize: query.pageSize,
    totalItemCount: sumOf(stages),
    totalEntityCount: await countAll(db, request, counts),
    lifecycleGroupTotalItemCounts: stages.map(({ stageId, n }) => ({
      lifecycleStageId: stageId,
      totalItemCount: n,
    })),
    statbarData: statbar(level, around.stages, stages),
    brokenConditions: filter.broken,
  }
}
