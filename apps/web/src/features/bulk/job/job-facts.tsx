import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import { levelTitle } from '../../../entities/level/index.ts'
import { momentText } from '../../../components/moment-text.ts'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { countText, durationText, newParentsText, rowNoun } from '../job-words.ts'

function tookText(job: BulkJob): string | null {
  const { startedAt, finishedAt } = job
  if (!startedAt || !finishedAt) return null
  const seconds = (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000
  return `${durationText(seconds)} for ${countText(job.rowsRead, rowNoun(job))}`
}

function levelsText(job: BulkJob): string {
  const levels = new Set([job, ...job.parts].map(({ level }) => level))
  return [...levels].map((level) => levelTitle(levelOf(level))).join(', ')
}

/** Who did what, and when. */
export function JobFacts({ job }: { job: BulkJob }) {
  const took = tookText(job)
  const options = job.newOptions.reduce((sum, { values }) => sum + values.length, 0)
  const also = [
    job.newParents > 0 ? newParentsText(job, 'new ') : null,
    options > 0 ? countText(options, 'new option') : null,
    job.newFields.length > 0 ? countText(job.newFields.length, 'new field') : null,
  ].filter((part) => part !== null)
  return (
    <DefinitionList
      items={[
        { term: 'Type', value: job.typeName },
        { term: 'Level', value: levelsText(job) },
        { term: 'By', value: job.by.name },
        { term: 'Started', value: momentText(job.createdAt) },
        ...(took ? [{ term: 'Took', value: took }] : []),
        ...(also.length > 0 ? [{ term: 'Also created', value: also.join(', ') }] : []),
      ]}
    />
  )
}
