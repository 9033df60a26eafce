import { IconAlertTriangle, IconArrowsExchange, IconUserOff } from '@tabler/icons-react'
import type { BulkJob } from '@steward/contracts/bulk'
import { levelOf } from '@steward/contracts/level'
import type { Detection } from '../bulk.calls.ts'
import type { Choices } from '../wizard/import-draft.ts'
import { countText } from '../job-words.ts'

const shownRenames = 3

type FindingsProps = { job: BulkJob; detection: Detection; choices: Choices }

/** What an import comes to besides its rows: names that change entirely, moves, and records that the file lacks. */
export function Findings({ job, detection, choices }: FindingsProps) {
  const { renamed, moved, missing } = job.findings
  return (
    <>
      {renamed > 0 && <Renames job={job} />}
      {moved + missing > 0 && (
        <ul className="flex flex-col gap-2 rounded-card bg-sunken p-3">
          {moved > 0 && <Moves job={job} />}
          {missing > 0 && <Missing job={job} detection={detection} choices={choices} />}
        </ul>
      )}
    </>
  )
}

/** A warning, for a file of another system may have the same IDs. */
function Renames({ job }: { job: BulkJob }) {
  const { renamed, renames } = job.findings
  const { name } = levelOf(job.level)
  return (
    <section
      aria-label="Unrelated names"
      className="flex items-start gap-2 rounded-card bg-average-soft p-3 text-average"
    >
      <IconAlertTriangle size={16} stroke={1.5} className="mt-0.5 shrink-0" aria-hidden />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">
          {renamed === 1
            ? `1 ${name} would get an unrelated name`
            : `${countText(renamed, name)} would get unrelated names`}
          . Does the file use the IDs of another system?
        </p>
        <ul className="text-label text-1">
          {renames.slice(0, shownRenames).map(({ recordId, line, before, after }) => (
            <li key={recordId} className="truncate">{`Line ${line}: “${before}” becomes “${after}”`}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Moves({ job }: { job: BulkJob }) {
  const { moved, following } = job.findings
  return (
    <li className="flex items-start gap-2">
      <IconArrowsExchange size={16} stroke={1.5} className="mt-0.5 shrink-0 text-3" aria-hidden />
      <span>
        <span className="font-medium">{countText(moved, levelOf(job.level).name)}</span>{' '}
        <span className="text-2">
          {moved === 1 ? 'moves' : 'move'} to another organization or account
          {following > 0 && `, with ${countText(following, 'record')} below`}.
        </span>
      </span>
    </li>
  )
}

function sentenceOf({ findings }: BulkJob, { missingRecords }: Choices): string {
  const absent = `${findings.missing === 1 ? 'is' : 'are'} not in the file`
  if (findings.unidentified > 0 && missingRecords !== 'list') {
    const rows = countText(findings.unidentified, 'row')
    return `${absent}. They stay as they are, because ${rows} without a readable key may be about them.`
  }
  if (missingRecords === 'list') return `${absent} and will stay unchanged.`
  const verb = missingRecords === 'archive' ? 'archived' : 'changed'
  return `${absent}; ${countText(findings.missingChanged, 'record')} will be ${verb}.`
}

const shownImports = 2

/** Among which records those were looked for. */
function scopeOf({ level }: BulkJob, { imports }: Detection, { missingFrom }: Choices): string {
  const { plural } = levelOf(level)
  const names = imports.filter(({ jobId }) => missingFrom.includes(jobId)).map(({ fileName }) => fileName)
  if (names.length === 0) return `All ${plural} with the key were looked at, also those that no file brought.`
  const more = names.length - shownImports
  const text = `${names.slice(0, shownImports).join(', ')}${more > 0 ? ` and ${countText(more, 'other import')}` : ''}`
  return `Only ${plural} of ${text} were looked at.`
}

function Missing({ job, detection, choices }: FindingsProps) {
  return (
    <li className="flex items-start gap-2">
      <IconUserOff size={16} stroke={1.5} className="mt-0.5 shrink-0 text-3" aria-hidden />
      <span>
        <span className="font-medium">{countText(job.findings.missing, levelOf(job.level).name)}</span>{' '}
        <span className="text-2">{sentenceOf(job, choices)}</span>{' '}
        <span className="text-2">{scopeOf(job, detection, choices)}</span>
      </span>
    </li>
  )
}
