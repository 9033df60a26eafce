import type { HealthModel } from '@steward/contracts/health'
import type { HealthStatus } from '@steward/contracts/plain/built-in-value'
import type { LevelId } from '@steward/contracts/level'
import type { Metric } from './metric.port.ts'

/** A version of a model as records are scored by it. */
export interface ModelVersion {
  versionId: number
  level: LevelId
  number: number
  /** ISO 8601, UTC */
  publishedAt: string
  note: string
  authorId: number | null
  model: HealthModel
}

export interface Bounds {
  lower: number
  upper: number
}

/** The published bounds of a tenant. The same object until something is published. */
export interface BoundsOfTenant {
  /** Of the records of a level in a stage: those of the stage, else the global ones. */
  of(level: LevelId, stageId: number | null): Bounds
  status(level: LevelId, stageId: number | null, score: number | null): HealthStatus | null
}

export interface Draft {
  model: HealthModel
  revision: number
}

/** How far the scores of a level have followed its published version; null when they have. */
export type FindProgress = (
  tenantId: number,
  level: LevelId,
) => Promise<{ done: number; total: number } | null>

/** What scoring takes from the models. */
export interface HealthModels {
  /** The version in effect; cached. Every level has one; that of pipelines has no measures at first. */
  published(tenantId: number, level: LevelId): Promise<ModelVersion>
  /** Any version, in effect or not. Error: not_found `health.version_unknown`. */
  version(tenantId: number, versionId: number): Promise<ModelVersion>
  /** The draft as it stands. */
  draft(tenantId: number, level: LevelId): Promise<Draft>
  /** The published bounds; cached. */
  bounds(tenantId: number): Promise<BoundsOfTenant>
  /** A later registration of the same key takes the place of the earlier. */
  registerMetric(metric: Metric): void
  /** The metrics of a level by key: those of its fields and those that were registered. */
  metrics(tenantId: number, level: LevelId): Promise<ReadonlyMap<string, Metric>>
  registerProgress(find: FindProgress): void
  /** After a version took effect: an event may be faster than the word that a cache is another one. */
  forget(tenantId: number): Promise<void>
}
