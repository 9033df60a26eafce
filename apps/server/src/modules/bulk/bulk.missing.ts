import type { Tx } from '../../platform/db/database.ts'
import { findingsAfterMissing, type MissingBatch } from '../record-import/index.ts'
import { insertItems, type Item } from './bulk-item.store.ts'
import { noteMissing } from './bulk-progress.store.ts'
import { describeDifferences, shownRows } from './bulk.items.ts'
import type { ReportedRun } from './bulk.report.ts'
import { TakenOver } from './bulk.state.ts'

type ShownRun = Pick<ReportedRun, 'setup' | 'standing'>

/** The first of the records that no row names, as they are shown. */
async function itemsOf(tx: Tx, { setup, standing }: ShownRun, batch: MissingBatch): Promise<Item[]> {
  const before = standing.findings.missing
  const shown = batch.planned.slice(0, Math.max(0, shownRows - before))
  const rules = { actor: setup.rules.actor, fields: setup.fields }
  const changes = await describeDifferences(tx, rules, shown, setup.words)
  return shown.map(({ recordId, next, problems }, at) => ({
    row: standing.rowsRead + before + at + 1,
    line: 0,
    outcome: 'missing',
    recordId,
    name: typeof next['name'] === 'string' ? next['name'] : null,
    body: [],
    changes: changes[at] ?? [],
    problems,
  }))
}

/** Saves a batch of records that no row names, in its transaction. Answers whether someone asked to stop. */
export async function reportMissing(run: ReportedRun, tx: Tx, batch: MissingBatch): Promise<boolean> {
  const { tenantId, job, standing } = run
  await insertItems(tx, tenantId, job.jobId, await itemsOf(tx, run, batch))
  const findings = findingsAfterMissing(standing.findings, batch)
  const noted = await noteMissing(tx, tenantId, job.jobId, {
    from: standing.missingAfter,
    to: batch.last,
    findings,
    changeSetId: batch.changeSetId,
  })
  if (!noted) throw new TakenOver(job.jobId)
  standing.findings = findings
  standing.missingAfter = batch.last
  standing.changeSetId = batch.changeSetId
  return noted.stop
}
