import type { SurveyImport, SurveyImportForm, SurveyImportPreview } from '@steward/contracts/survey/import'
import { z } from 'zod'
import { userOf, type Actor } from '../../platform/actor.ts'
import { dayOf } from '../../platform/clock.ts'
import { transact, type Tx } from '../../platform/db/database.ts'
import { AppError, invalid, isPassing, notFound } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs/jobs.ts'
import { progressed } from '../../platform/jobs/progress.ts'
import type { Platform } from '../../platform/platform.ts'
import { TableError } from '../../platform/tabular/index.ts'
import type { AuditService } from '../audit/index.ts'
import type { Sheets } from '../sheet/index.ts'
import { unknownSurvey, type AskedSurvey, type SurveyBook } from '../survey-management/index.ts'
import { personOf, type TimelineService } from '../timeline/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { Following } from './follow.service.ts'
import { faultsOfColumns, instantOf, type ReadRow } from './import.rules.ts'
import { readLines, responsesIn, type SourceLine } from './import.source.ts'
import {
  deleteImported,
  findRecords,
  insertImport,
  insertResponses,
  listImports,
  lockImport,
  updateImport,
  type ImportedRow,
  type StoredImport,
} from './import.store.ts'
import { findResponses } from './response.read-model.ts'
import { scoreOf } from './score.rules.ts'

export const importTask = 'survey.import'
export const undoImportTask = 'survey.undo-import'

const payloadSchema = z.object({ tenantId: z.int(), importId: z.int() })
const batchSize = 500
const interrupted = 'The import failed ten times in a row. Undo it, and import the file again.'
const mostProblems = 100

export interface ImportNeighbours {
  audit: Pick<AuditService, 'write'>
  users: Pick<UserService, 'directory'>
  sheets: Pick<Sheets, 'openTable' | 'findUpload'>
  timeline: Pick<TimelineService, 'amend'>
  book: SurveyBook
  place: Following['place']
}

const refuse = (reason: string, message: string) => new AppError('conflict', reason, message)

const namesIn = (responses: ReturnType<typeof responsesIn>) => responses.map(({ read }) => read.names)

/** Responses that were given elsewhere: previewed, imported by a job, and undone as a whole. */
export function createImports(platform: Platform, neighbours: ImportNeighbours) {
  const { audit, users, sheets, timeline, book, place } = neighbours
  const { clock } = platform
  const dbOf = (tenantId: number) => platform.database.tenant(tenantId)

  async function publishedOf({ tenantId }: Actor, surveyId: number): Promise<AskedSurvey> {
    const survey = (await book.surveys(tenantId)).get(surveyId)
    if (!survey) throw unknownSurvey()
    const asked = await book.at(tenantId, surveyId)
    if (!asked) throw refuse('survey.draft', 'This survey is a draft. Publish it first.')
    return asked
  }

  async function check(actor: Actor, surveyId: number, form: SurveyImportForm) {
    const asked = await publishedOf(actor, surveyId)
    const faults = faultsOfColumns(form, asked.content)
    if (Object.keys(faults).length > 0) throw invalid('survey.import', faults)
    const upload = await sheets.findUpload(actor, form.uploadId)
    return { asked, upload }
  }

  async function preview(
    actor: Actor,
    surveyId: number,
    form: SurveyImportForm,
  ): Promise<SurveyImportPreview> {
    const { asked, upload } = await check(actor, surveyId, form)
    const counts = { rows: 0, ready: 0, noAnswer: 0, refused: 0, unmatched: 0 }
    const scores = new Map<number, number>()
    const problems: { line: number; message: string }[] = []
    for await (const lines of readLines(sheets, actor.tenantId, asked, upload, form)) {
      const responses = responsesIn(lines)
      const found = await findRecords(dbOf(actor.tenantId), actor.tenantId, namesIn(responses))
      counts.rows += lines.length
      counts.ready += responses.length
      counts.unmatched += responses.length - found.size
      for (const { read } of responses) {
        const { score } = read.answer
        if (score !== null) scores.set(score, (scores.get(score) ?? 0) + 1)
      }
      for (const { line, read } of lines) {
        if (read.kind === 'noAnswer') counts.noAnswer += 1
        if (read.kind !== 'refused') continue
        counts.refused += 1
        if (problems.length < mostProblems) problems.push({ line, message: read.message })
      }
    }
    const distribution = [...scores].map(([score, responses]) => ({ score, responses }))
    return {
      ...counts,
      score: scoreOf(asked.survey.type, scores).score,
      distribution: distribution.toSorted((a, b) => a.score - b.score),
      problems,
    }
  }

  async function list(actor: Actor, surveyId: number): Promise<SurveyImport[]> {
    const { tenantId } = actor
    if (!(await book.surveys(tenantId)).has(surveyId)) throw unknownSurvey()
    const [rows, directory] = await Promise.all([
      listImports(dbOf(tenantId), tenantId, surveyId),
      users.directory(tenantId),
    ])
    return rows.map((row) => ({
      importId: row.importId,
      fileName: row.fileName,
      state: row.state,
      imported: row.imported,
      noAnswer: row.noAnswer,
      refused: row.refused,
      failure: row.failure,
      createdBy: personOf(directory, row.createdBy),
      createdAt: row.createdAt.toISOString(),
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }))
  }

  async function writeLines(
    tx: Tx,
    tenantId: number,
    asked: AskedSurvey,
    one: StoredImport,
    lines: readonly SourceLine[],
  ): Promise<number> {
    const responses = responsesIn(lines)
    const found = await findRecords(tx, tenantId, namesIn(responses))
    const fallback = one.form.answeredOn ?? dayOf(one.createdAt)
    const rows = responses.map(({ row, read }, at): ImportedRow => {
      const { email, externalId, account, accountExternalId } = read.names
      return {
        row,
        answer: read.answer,
        at: instantOf(read.day ?? fallback),
        recordId: found.get(at) ?? null,
        claimedName: found.has(at) ? null : (email ?? externalId ?? account ?? accountExternalId),
      }
    })
    const ids = await insertResponses(tx, tenantId, one, rows)
    const written = await findResponses(tx, tenantId, ids)
    await place(
      tx,
      tenantId,
      written.map((response) => ({ asked, found: response })),
    )
    return ids.length
  }

  /** Writes the next lines in one transaction with how far the import is; false where it was undone meanwhile. */
  async function importBatch(
    tenantId: number,
    importId: number,
    asked: AskedSurvey,
    lines: readonly SourceLine[],
  ) {
    return transact(dbOf(tenantId), async (tx) => {
      const one = await lockImport(tx, tenantId, importId, 'running')
      if (!one) return false
      const fresh = lines.filter(({ row }) => row > one.rowsRead)
      const imported = await writeLines(tx, tenantId, asked, one, fresh)
      const countOf = (kind: ReadRow['kind']) => fresh.filter(({ read }) => read.kind === kind).length
      await updateImport(tx, tenantId, {
        ...one,
        rowsRead: fresh.at(-1)?.row ?? one.rowsRead,
        imported: one.imported + imported,
        noAnswer: one.noAnswer + countOf('noAnswer'),
        refused: one.refused + countOf('refused'),
      })
      return true
    })
  }

  async function end(tenantId: number, importId: number, failure: string | null): Promise<void> {
    await transact(dbOf(tenantId), async (tx) => {
      const one = await lockImport(tx, tenantId, importId, 'running')
      const state = failure === null ? 'finished' : 'failed'
      if (one) await updateImport(tx, tenantId, { ...one, state, failure, finishedAt: clock.now() })
    })
  }

  const work: Task = async (payload, { signal }) => {
    const { tenantId, importId } = payloadSchema.parse(payload)
    const one = await transact(dbOf(tenantId), (tx) => lockImport(tx, tenantId, importId, 'running'))
    const asked = one && (await book.at(tenantId, one.surveyId, one.version))
    if (!one) return
    try {
      if (!asked) throw new TableError('unsupported', 'The survey was deleted.')
      for await (const lines of readLines(sheets, tenantId, asked, one, one.form)) {
        signal.throwIfAborted()
        if (!(await importBatch(tenantId, importId, asked, lines))) return
        await progressed()
      }
    } catch (error) {
      if (!(error instanceof TableError) || isPassing(error)) throw error
      return end(tenantId, importId, error.message)
    }
    await end(tenantId, importId, null)
  }

  /** Ends an import whose job was abandoned: its responses can be undone. */
  const abandon = (payload: unknown): Promise<void> => {
    const { tenantId, importId } = payloadSchema.parse(payload)
    return end(tenantId, importId, interrupted)
  }

  async function undoBatch(tenantId: number, importId: number): Promise<boolean> {
    return transact(dbOf(tenantId), async (tx) => {
      const one = await lockImport(tx, tenantId, importId, 'undoing')
      if (!one) return false
      const { deleted, itemIds } = await deleteImported(tx, tenantId, importId, batchSize)
      await timeline.amend(tx, tenantId, itemIds, { hidden: true })
      if (deleted === batchSize) return true
      await updateImport(tx, tenantId, { ...one, state: 'undone', finishedAt: clock.now() })
      return false
    })
  }

  const undoWork: Task = async (payload, { signal }) => {
    const { tenantId, importId } = payloadSchema.parse(payload)
    while (await undoBatch(tenantId, importId)) {
      await progressed()
      signal.throwIfAborted()
    }
  }

  return {
    preview,
    list,
    work,
    abandon,
    undoWork,

    async start(actor: Actor, surveyId: number, form: SurveyImportForm): Promise<SurveyImport[]> {
      const { tenantId } = actor
      const { asked, upload } = await check(actor, surveyId, form)
      await transact(dbOf(tenantId), async (tx) => {
        const importId = await insertImport(tx, tenantId, {
          surveyId,
          version: asked.version,
          uploadId: form.uploadId,
          fileName: upload.fileName,
          form,
          createdBy: userOf(actor),
          createdAt: clock.now(),
        })
        await addJob(tx, { task: importTask, payload: { tenantId, importId } })
        const summary = `Responses to the survey “${asked.survey.name}” were imported from “${upload.fileName}”`
        await audit.write(tx, tenantId, {
          action: 'survey.imported',
          summary,
          actor,
          details: { surveyId, importId },
        })
      })
      return list(actor, surveyId)
    },

    /** Deletes what an import brought. Errors: not_found, conflict while it runs. */
    async undo(actor: Actor, surveyId: number, importId: number): Promise<SurveyImport[]> {
      const { tenantId } = actor
      const known = (await list(actor, surveyId)).find((one) => one.importId === importId)
      if (!known) throw notFound('survey.unknown_import', 'This import does not exist.')
      await transact(dbOf(tenantId), async (tx) => {
        const one =
          (await lockImport(tx, tenantId, importId, 'finished')) ??
          (await lockImport(tx, tenantId, importId, 'failed'))
        if (!one) throw refuse('survey.import_at_work', 'This import is running or was undone already.')
        await updateImport(tx, tenantId, { ...one, state: 'undoing' })
        await addJob(tx, { task: undoImportTask, payload: { tenantId, importId } })
        await audit.write(tx, tenantId, {
          action: 'survey.import_undone',
          summary: `The import of responses from “${one.fileName}” was undone`,
          actor,
          details: { surveyId, importId },
        })
      })
      return list(actor, surveyId)
    },
  }
}

export type Imports = ReturnType<typeof createImports>
