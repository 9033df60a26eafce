import type { HealthMetric, HealthModel } from '@steward/contracts/health'
import { levelOf, type LevelId } from '@steward/contracts/level'
import { starterFieldNames } from '@steward/contracts/plain/starter-field'
import type { TenantCache } from '../../platform/cache/tenant-cache.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { FieldService, FieldUse, CatalogueField } from '../field/index.ts'
import type { StageUse } from '../lifecycle/index.ts'
import { boundsOf } from './bounds.rules.ts'
import type { Fault } from './measure.check.rules.ts'
import { createMetricRegistry } from './metric.registry.ts'
import { faultsOfModel, type Known } from './model.check.rules.ts'
import type { HealthModelNeighbours } from './model.neighbours.ts'
import type { BoundsOfTenant, FindProgress, HealthModels, ModelVersion } from './model.port.ts'
import { firstNote, makeFirstModels } from './model.seed.rules.ts'
import {
  findModel,
  findVersion,
  insertModel,
  insertVersion,
  listModels,
  listPublished,
  takeScoreIds,
} from './model.store.ts'

interface Published {
  versions: ReadonlyMap<LevelId, ModelVersion>
  bounds: BoundsOfTenant
}

/** Gives a new tenant the models it begins with, published at an instant. */
export async function seedModels(
  fields: Pick<FieldService, 'listStarterFields'>,
  tx: Tx,
  tenantId: number,
  at: Date,
): Promise<void> {
  const starting = await fields.listStarterFields(tx, tenantId)
  const renewals = new Map(
    starting
      .filter(({ name }) => name === starterFieldNames.renewalDate)
      .map(({ level, fieldId }) => [level, fieldId]),
  )
  for (const { level, model: first } of makeFirstModels((of) => renewals.get(of))) {
    const ids = await takeScoreIds(tx, first.measures.length)
    const measures = first.measures.map((measure, nth) => ({ ...measure, scoreId: ids[nth] as number }))
    const model = { ...first, measures }
    const version = { model, authorId: null, note: firstNote, at, rolledBackTo: null }
    const { versionId } = await insertVersion(tx, tenantId, level, version)
    await insertModel(tx, tenantId, level, model, versionId)
  }
}

export const unknownVersion = () => notFound('health.version_unknown', 'This version does not exist.')

const sourceField = ({ source }: HealthModel): number | undefined =>
  source.from === 'accounts' && source.how === 'weighted' ? source.fieldId : undefined

/** The names under which a model uses a field. */
function usesOfField(model: HealthModel, level: LevelId, fieldId: number): string[] {
  const names = model.measures.filter(({ metric }) => metric === `field:${fieldId}`).map(({ name }) => name)
  const weighs = sourceField(model) === fieldId ? ['Weight of the accounts'] : []
  return [...names, ...weighs].map((name) => `${levelOf(level).label}: ${name}`)
}

const isOf =
  (stageId: number) =>
  ({ scopeReferenceId }: { scopeReferenceId: number | null }): boolean =>
    scopeReferenceId === stageId

const toUses = (kind: string, names: readonly string[]) =>
  [...new Set(names)].map((name) => ({ kind, name, count: 1 }))

const noProgress: FindProgress = async () => null

/** What the other services of the models share, and what scoring takes from them. */
export function createModels(platform: Platform, neighbours: HealthModelNeighbours) {
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)
  const registry = createMetricRegistry(neighbours)
  const cache: TenantCache<Published> = platform.caches.create('health_model', async (tenantId, db) => {
    const versions = await listPublished(db, tenantId)
    return { versions: new Map(versions.map((one) => [one.level, one])), bounds: boundsOf(versions) }
  })
  let findProgress = noProgress

  async function published(tenantId: number, level: LevelId): Promise<ModelVersion> {
    const version = (await cache.get(tenantId)).versions.get(level)
    if (!version) throw new Error(`Tenant ${tenantId} has no health model of level ${level}`)
    return version
  }

  /** What a model of a level is checked against. */
  async function known(tenantId: number, level: LevelId): Promise<Known> {
    const [metrics, stages, accounts] = await Promise.all([
      registry.metrics(tenantId, level),
      neighbours.lifecycle.stages(tenantId),
      neighbours.fields.catalogue(tenantId, 2),
    ])
    const money = accounts.fields.filter(({ dataType }) => dataType === 'currency')
    return {
      level,
      metrics,
      stages: new Set(stages.byLevel(level).map(({ lifecycleStageId }) => lifecycleStageId)),
      moneyFields: new Set(money.flatMap(({ fieldId }) => fieldId ?? [])),
    }
  }

  /** Models that are in effect or drafted. */
  async function allModels(tenantId: number): Promise<{ level: LevelId; model: HealthModel }[]> {
    const [drafts, { versions }] = await Promise.all([
      listModels(dbOf(tenantId), tenantId),
      cache.get(tenantId),
    ])
    return [...drafts.map(({ level, draft }) => ({ level, model: draft })), ...versions.values()]
  }

  const models: HealthModels = {
    published,
    async version(tenantId, versionId) {
      const inEffect = [...(await cache.get(tenantId)).versions.values()]
      const version =
        inEffect.find((one) => one.versionId === versionId) ??
        (await findVersion(dbOf(tenantId), tenantId, versionId))
      if (!version) throw unknownVersion()
      return version
    },
    async draft(tenantId, level) {
      const { draft, revision } = await findModel(dbOf(tenantId), tenantId, level)
      return { model: draft, revision }
    },
    bounds: async (tenantId) => (await cache.get(tenantId)).bounds,
    registerMetric: registry.registerMetric,
    metrics: registry.metrics,
    registerProgress: (find) => void (findProgress = find),
    forget: cache.forget,
  }

  return {
    ...models,
    known,
    progress: (tenantId: number, level: LevelId) => findProgress(tenantId, level),
    async problems(tenantId: number, level: LevelId, model: HealthModel): Promise<Fault[]> {
      return faultsOfModel(model, await known(tenantId, level))
    },

    /** The metrics of a level as the settings show them, by name. */
    async listMetrics(tenantId: number, level: LevelId): Promise<HealthMetric[]> {
      const metrics = [...(await registry.metrics(tenantId, level)).values()]
      return metrics
        .map(({ key, displayName, kind, unit, periods, options = [] }) => ({
          key,
          displayName,
          kind,
          unit,
          periods,
          options: options
            .filter(({ retired }) => !retired)
            .map((one) => ({ id: one.id, displayName: one.displayName })),
        }))
        .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
    },

    async findFieldUses(tenantId: number, { fieldId }: CatalogueField): Promise<FieldUse[]> {
      if (fieldId === null) return []
      const all = await allModels(tenantId)
      return toUses(
        'health-measure',
        all.flatMap(({ level, model }) => usesOfField(model, level, fieldId)),
      )
    },

    async findStageUses(tenantId: number, stageId: number): Promise<StageUse[]> {
      const all = await allModels(tenantId)
      const measures = all.flatMap(({ model }) => model.measures.filter(isOf(stageId)))
      const bounds = all.flatMap(({ model }) => model.bounds.filter(isOf(stageId)))
      return [
        ...toUses(
          'health-measure',
          measures.map(({ name }) => name),
        ),
        ...toUses(
          'health-bound',
          bounds.map(({ config }) => `${config.lowerBound} and ${config.upperBound}`),
        ),
      ]
    },
  }
}

export type Models = ReturnType<typeof createModels>
