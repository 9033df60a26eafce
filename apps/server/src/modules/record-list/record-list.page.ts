import { levelOf, type LevelId } from '@steward/contracts/level'
import type { RecordList } from '@steward/contracts/record'
import type { Db } from '../../platform/db/database.ts'
import { JsonText } from '../../platform/json-text.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CatalogueField, IndexUse } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { Count } from '../record/index.ts'
import { matchingCounts, type StageCount } from './record-list.count.ts'
import type { CountMemory } from './record-list.memory.ts'
import { isScoped } from './record-list.policy.ts'
import type { PreparedPage } from './record-list.preparing.ts'
import { sumOf, type Counted } from './record-list.page-sql.ts'
import { countByStage, readList } from './record-list.read-model.ts'
import type { ListRequest, MatchRequest } from './record-list.request.ts'
import type { ListNeighbours } from './record-list.context.ts'

function byStage(counts: readonly Count[]): StageCount[] {
  const sums = new Map<number, number>()
  for (const count of counts) sums.set(count.stageId, (sums.get(count.stageId) ?? 0) + count.n)
  return [...sums].map(([stageId, n]) => ({ stageId: stageId || null, n }))
}

/** How many records the actor sees at the level, without any filter. */
export async function countAll(db: Db, request: MatchRequest, counts: readonly Count[]): Promise<number> {
  if (!isScoped(request.actor)) return sumOf(counts)
  const rule = { ...request.rule, checked: { and: [] } }
  const query = {
    ...request.query,
    query: undefined,
    ids: undefined,
    pipelineType: undefined,
    myEntitiesOnly: undefined,
  }
  return sumOf(await countByStage(db, { ...request, rule, query }))
}

/** How many match by lifecycle stage, from the kept counts. */
function keptStages({ level, query, rule, today }: MatchRequest, counts: readonly Count[]): StageCount[] {
  const kept = matchingCounts(rule, counts, today)
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

/** `beside` are fields that a view asks about apart from its filter and order, by stage. */
export function requestIndexes(
  neighbours: ListNeighbours,
  request: ListRequest,
  size: number,
  beside: readonly CatalogueField[] = [],
): void {
  if (size < largeLevel) return
  const { actor, level, order, rule } = request
  const reached = [...rule.fields].flatMap((name) => rule.find(name) ?? [])
  const own = reached.filter(({ parent }) => parent === null).map(({ field }) => field)
  const ask = (field: CatalogueField, use: IndexUse) =>
    void neighbours.fields.requestIndex(actor.tenantId, field, level, use)
  const sorted = order.filter((key) => key.reached.parent === null)
  for (const { reached: sort, descending } of sorted) ask(sort.field, descending ? 'desc' : 'asc')
  for (const field of own) ask(field, 'match')
  for (const field of beside) ask(field, 'stage')
  if (!own.some((field) => field.key === 'stageId')) return
  for (const field of [...own, ...sorted.map((key) => key.reached.field)]) ask(field, 'stage')
}

/** One page of a level with its exact totals. */
export async function listRecords(
  platform: Platform,
  neighbours: ListNeighbours,
  { request, context, writing, statement }: PreparedPage,
  memory: CountMemory<Counted>,
): Promise<JsonText<RecordList>> {
  const { actor, level, query, rule } = request
  const db = platform.database.tenant(actor.tenantId)
  const { rows, counts, stages: counted } = await readList(db, request, statement, memory)
  const stages = counted ?? keptStages(request, counts)
  requestIndexes(neighbours, request, sumOf(counts))
  const rest: Omit<RecordList, 'data'> = {
    itemCount: rows.length,
    page: query.page,
    pageSize: query.pageSize,
    totalItemCount: sumOf(stages),
    totalEntityCount: await countAll(db, request, counts),
    lifecycleGroupTotalItemCounts: stages.map(({ stageId, n }) => ({
      lifecycleStageId: stageId,
      totalItemCount: n,
    })),
    statbarData: statbar(level, context.stages, stages),
    brokenConditions: rule.broken,
  }
  const data = rows.map(writing.write).join(',')
  return new JsonText(`{"data":[${data}],${JSON.stringify(rest).slice(1)}`)
}
