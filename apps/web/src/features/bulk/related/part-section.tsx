import { useQuery } from '@tanstack/react-query'
import type { BulkJob, BulkPart } from '@steward/contracts/bulk'
import { levelOf, type Level } from '@steward/contracts/level'
import type { ImportConfig } from '@steward/contracts/sheet'
import { levelTitle } from '../../../entities/level/index.ts'
import { detectionQuery, type Detection } from '../../../entities/table-file/index.ts'
import { asJob } from '../bulk.calls.ts'
import { CausesSection } from '../check/causes-section.tsx'
import { ColumnsLeftOut } from '../check/columns-left-out.tsx'
import { Findings } from '../check/findings.tsx'
import { LinkedRows } from '../check/linked-rows.tsx'
import { OutcomeTabs } from '../check/outcome-tabs.tsx'
import { PlannedExtras } from '../check/planned-extras.tsx'
import { decideOn, useSavedMappings } from '../saved/use-saved-mappings.ts'
import {
  configOf,
  subjectOf,
  useImportDraft,
  type ChangeDraft,
  type Choices,
  type ImportDraft,
} from '../wizard/import-draft.ts'
import { tableKey, tableName, type ImportedTable } from './related-draft.ts'

type PartSectionProps = { table: ImportedTable; job: BulkJob; onConfig: (config: ImportConfig) => void }

/** Shows what one of the files would do, and lets people correct it. */
export function PartSection({ table, job, onConfig }: PartSectionProps) {
  const level = levelOf(table.level)
  const parts = job.parts.filter((part) => part.level === level.id)
  const [file] = parts
  const settings = { ...(table.sheet !== null && { sheet: table.sheet }) }
  const [draft, change] = useImportDraft(tableKey(table), settings)
  const { data: detection } = useQuery(detectionQuery(table.uploadId, level, draft.settings))
  if (!file) return null
  return (
    <section aria-label={levelTitle(level)} className="flex flex-col gap-4">
      <h3 className="text-title font-semibold">
        {levelTitle(level)} <span className="font-normal text-2">{tableName(table)}</span>
      </h3>
      {detection && (
        <Corrections
          draft={draft}
          change={change}
          level={level}
          parts={parts}
          detection={detection}
          onConfig={onConfig}
        />
      )}
      <LinkedRows job={{ ...asJob(file), parts: [...parts] }} />
      <OutcomeTabs job={asJob(file)} level={level} />
    </section>
  )
}

type CorrectionsProps = Pick<PartSectionProps, 'onConfig'> & {
  draft: ImportDraft
  change: ChangeDraft
  level: Level
  parts: readonly BulkPart[]
  detection: Detection
}

function Corrections({ draft, change, level, parts, detection, onConfig }: CorrectionsProps) {
  const saved = useSavedMappings(level)
  const [file] = parts
  if (saved.isLoading || !file) return null
  const remembered = saved.choicesOf(draft, detection)
  const { choices } = remembered
  function choose(part: Partial<Choices>) {
    const decided = decideOn(draft, remembered, part)
    change({ ...decided, subject: subjectOf(level, detection) })
    onConfig(configOf(detection, decided.choices ?? choices))
  }
  const job = { ...asJob(file), causes: parts.flatMap(({ causes }) => causes) }
  const shared = { level, choices, onChoose: choose }
  return (
    <>
      <Findings job={job} detection={detection} choices={choices} />
      <ColumnsLeftOut {...shared} detection={detection} />
      <CausesSection {...shared} job={job} />
      <PlannedExtras job={job} level={level} />
    </>
  )
}
