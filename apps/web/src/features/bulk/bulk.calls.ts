import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  BulkPart,
  bulkItemListSchema,
  bulkItemSchema,
  BulkJob,
  bulkJobListSchema,
  keptListSchema,
  previewRowListSchema,
  previewRowSchema,
} from '@steward/contracts/bulk'
import type { ShownOutcome } from '@steward/contracts/plain/bulk-kind'
import type { ImportConfig } from '@steward/contracts/sheet'
import type { CustomDataType } from '@steward/contracts/data-type'
import type { Level, LevelName } from '@steward/contracts/level'
import type { z } from 'zod'
import { api, send } from '../../api/client.ts'

export type { ColumnGuess, Detection, TableSettings } from '../../entities/table-file/index.ts'

export type PreviewRow = z.infer<typeof previewRowSchema>
export type BulkItem = z.infer<typeof bulkItemSchema>

export const jobsKey = ['imports'] as const
const pollTime = 1000
export const rowsPerPage = 50

export interface NewField {
  displayName: string
  dataType: CustomDataType
  /** The other system whose ids it has. */
  idSource?: string
}

/** Defines a custom field of a level and returns its API name. */
export async function createField(level: Level, field: NewField): Promise<string> {
  const body = { ...field, displayName: field.displayName.trim(), columnLevel: level.name }
  return (await send(api.POST('/core/fields', { body }))).data.name
}

export async function startPreview(level: Level, config: ImportConfig): Promise<BulkJob> {
  return (await send(api.POST('/core/entity/bulk/preview', { body: { level: level.name, config } }))).data
}

export async function startImport(level: Level, config: ImportConfig): Promise<BulkJob> {
  const body = { type: 'entityBulkUpload' as const, level: level.name, config }
  return (await send(api.POST('/core/entity/bulk', { body }))).data
}

/** One of related files, with what its rows are. */
export interface BundlePart {
  level: LevelName
  config: ImportConfig
}

export async function previewBundle(parts: readonly BundlePart[]): Promise<BulkJob> {
  const body = { type: 'bundle' as const, parts: [...parts] }
  return (await send(api.POST('/core/entity/bulk/bundle/preview', { body }))).data
}

export async function startBundle(parts: readonly BundlePart[]): Promise<BulkJob> {
  const body = { type: 'bundle' as const, parts: [...parts] }
  return (await send(api.POST('/core/entity/bulk', { body }))).data
}

/** A part as a job of its own, for what shows jobs. */
export const asJob = (part: BulkPart): BulkJob => ({ ...part, parts: [], isPart: true })

/** The parts of related files, each file once. */
export const filesOf = (job: BulkJob): BulkPart[] => job.parts.filter(({ linksRows }) => !linksRows)

/** Whether a job imports several files. */
export const isOfSeveral = (job: BulkJob): boolean => filesOf(job).length > 1

/** The job that knows the rows of a file: its part where there are parts. */
export function jobOfRows(job: BulkJob): BulkJob {
  const [file] = filesOf(job)
  return file ? asJob(file) : job
}

export function isRunning(job: BulkJob): boolean {
  return job.state < 30
}

export function isUndoing(job: BulkJob): boolean {
  return job.undo !== null && job.undo.state < 30
}

const isBusy = (job: BulkJob) => isRunning(job) || isUndoing(job)

/** One job, asked for every second while it or its undo runs. */
export function jobQuery(jobId: number) {
  return queryOptions({
    queryKey: [...jobsKey, 'job', jobId],
    queryFn: async ({ signal }): Promise<BulkJob> =>
      (await send(api.GET('/core/entity/bulk/{jobId}', { params: { path: { jobId } }, signal }))).data,
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? pollTime : false),
  })
}

/** Everything that was started, newest first; asked for every second while any of it runs. */
export function historyQuery(page: number) {
  return queryOptions({
    queryKey: [...jobsKey, 'history', page],
    queryFn: ({ signal }): Promise<z.infer<typeof bulkJobListSchema>> => {
      const params = { query: { page, pageSize: rowsPerPage } }
      return send(api.GET('/core/entity/bulk/entity-upload/history', { params, signal }))
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) ? pollTime : false),
  })
}

/** The rows that a preview puts under one outcome; the server keeps the first 1,000 of those that go well. */
export function previewRowsQuery(jobId: number, outcome: ShownOutcome, page: number) {
  return queryOptions({
    queryKey: [...jobsKey, 'rows', jobId, outcome, page],
    queryFn: ({ signal }): Promise<z.infer<typeof previewRowListSchema>> => {
      const params = { path: { jobId }, query: { outcome, page, pageSize: rowsPerPage } }
      return send(api.GET('/core/entity/bulk/{jobId}/rows', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

/** The rows of a job that were refused or in conflict. */
export function failedItemsQuery(jobId: number, page: number) {
  return queryOptions({
    queryKey: [...jobsKey, 'items', jobId, page],
    queryFn: ({ signal }): Promise<z.infer<typeof bulkItemListSchema>> => {
      const params = { path: { jobId }, query: { status: '10,30', page, pageSize: rowsPerPage } }
      return send(api.GET('/core/entity/bulk/{jobId}/items', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

/** The records that an undo left as they were. */
export function keptQuery(jobId: number, page: number) {
  return queryOptions({
    queryKey: [...jobsKey, 'kept', jobId, page],
    queryFn: ({ signal }): Promise<z.infer<typeof keptListSchema>> => {
      const params = { path: { jobId }, query: { page, pageSize: rowsPerPage } }
      return send(api.GET('/core/entity/bulk/{jobId}/kept', { params, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

export async function stopJob(jobId: number): Promise<BulkJob> {
  return (await send(api.POST('/core/entity/bulk/{jobId}/stop', { params: { path: { jobId } } }))).data
}

export async function undoJob(jobId: number): Promise<BulkJob> {
  return (await send(api.POST('/core/entity/bulk/{jobId}/undo', { params: { path: { jobId } } }))).data
}

/** The rows that were not written, as CSV with a last column Errors. */
export function errorLogAddress(jobId: number): string {
  return `/api/core/entity/bulk/${jobId}/errors.csv`
}
