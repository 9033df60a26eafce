import type { Bundle } from '@steward/contracts/import/bundle'
import { importConfigSchema } from '@steward/contracts/sheet'
import type { Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { inOrder, partsOf, type ImportPart } from '../record-import/index.ts'
import { addBulkJob } from './bulk.jobs.ts'
import type { ImportNeighbours } from './bulk.setup.ts'
import { insertJob, type JobRow, type NewJob } from './bulk.store.ts'

/** A job of related files works on its parts, and has no columns of its own. */
const noColumns = importConfigSchema.parse({ columns: [] })
const longestName = 255

/** The faults of one file, at the path of its part. */
async function atPart<T>(at: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    const fields = Object.entries(error.fields).map(([path, message]) => [`parts.${at}.${path}`, message])
    throw new AppError(error.code, error.reason, error.message, Object.fromEntries(fields))
  }
}

/** The names of the files, each once. */
function namesOf(jobs: readonly NewJob[]): string {
  return [...new Set(jobs.flatMap(({ fileName }) => fileName ?? []))].join(', ').slice(0, longestName)
}

/** Adds imports of related files: one job, which runs a part for each of them. */
export function createBundleJobs(
  platform: Platform,
  { fields }: Pick<ImportNeighbours, 'fields'>,
  newUpload: (actor: Actor, part: ImportPart) => Promise<NewJob>,
) {
  async function jobsOf(actor: Actor, part: ImportPart): Promise<NewJob[]> {
    const whole = await newUpload(actor, part)
    const catalogue = await fields.catalogue(actor.tenantId, part.level)
    return partsOf({ ...part, config: whole.config }, catalogue).map(({ config, linksRows = false }) => ({
      ...whole,
      config,
      linksRows,
    }))
  }

  async function add(actor: Actor, jobs: readonly NewJob[], preview: boolean): Promise<JobRow> {
    const { tenantId } = actor
    const [first] = jobs
    if (!first) throw invalid('bulk.parts', { parts: 'Choose at least one file.' })
    return transact(platform.database.tenant(tenantId), async (tx) => {
      const whole = await insertJob(tx, tenantId, {
        ...first,
        type: jobs.every(({ type }) => type === 20) ? 20 : 30,
        uploadId: null,
        rowsInFile: null,
        fileName: namesOf(jobs),
        config: noColumns,
        isBundle: true,
        preview,
      })
      for (const job of jobs) await insertJob(tx, tenantId, { ...job, preview, bundleId: whole.jobId })
      await addBulkJob(tx, { tenantId, jobId: whole.jobId })
      return whole
    })
  }

  return {
    /**
     * Adds an import of related files. Errors: invalid_input `bulk.parts`, `bulk.config`, `bulk.source` at the path
     * of the part; not_found `upload.unknown`; conflict `upload.incomplete`.
     */
    async addBundle(actor: Actor, { parts }: Pick<Bundle, 'parts'>, preview: boolean): Promise<JobRow> {
      const numbered = parts.map((part, at) => ({ ...part, at }))
      const jobs: NewJob[] = []
      for (const { at, level, config } of inOrder(numbered)) {
        jobs.push(...(await atPart(at, () => jobsOf(actor, { level, config }))))
      }
      return add(actor, jobs, preview)
    },

    /** The jobs that an import of one file takes: one, or several parts for `addParts`. */
    jobsOf,
    addParts: add,
  }
}
