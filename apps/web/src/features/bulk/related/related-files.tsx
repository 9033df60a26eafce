import { Suspense, useEffect } from 'react'
import { findLevel } from '@steward/contracts/level'
import { useCan } from '../../../api/can.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { levelTitle } from '../../../entities/level/index.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { FileSteps, loadCheckStep, loadMapStep } from '../wizard/file-steps.tsx'
import { StepSkeleton } from '../wizard/step-skeleton.tsx'
import type { MoveTo } from '../wizard/wizard-place.ts'
import { WizardSteps } from '../wizard/wizard-steps.tsx'
import { FilesStep } from './files-step.tsx'
import {
  importedTables,
  tableKey,
  tableName,
  useRelatedDraft,
  withTable,
  type ChangeRelated,
  type ImportedTable,
} from './related-draft.ts'
import { relatedAddress, relatedSteps, useRelatedPlace, type MoveRelated } from './related-place.ts'

const CheckRelated = lazyPart(loadCheckStep, 'CheckRelated')

/** Files that belong together, or sheets of a workbook: from the files to one import. */
export function RelatedFilesPage() {
  const may = useCan()
  const [place, moveTo] = useRelatedPlace()
  const [draft, change] = useRelatedDraft()
  useEffect(() => {
    void loadMapStep()
    void loadCheckStep()
  }, [])
  const tables = importedTables(draft)
  const table = tables[place.at]
  // Without files there is nothing to read, to map or to check.
  const step = table || (place.step === 'check' && tables.length > 0) ? place.step : 'files'
  return (
    <PageFrame title="Import related files">
      <PageHeader title="Import related files" breadcrumb={[{ label: 'Imports', to: paths.imports }]} />
      {may('bulk.run') ? (
        <>
          <WizardSteps
            steps={relatedSteps}
            current={step}
            addressOf={(name) =>
              relatedAddress({ step: name as (typeof relatedSteps)[number]['name'], at: 0, add: null })
            }
          />
          <Suspense fallback={<StepSkeleton label="Loading the step" />}>
            {step === 'files' && <FilesStep draft={draft} change={change} add={place.add} moveTo={moveTo} />}
            {step === 'check' && <CheckRelated draft={draft} change={change} moveTo={moveTo} />}
            {table && (step === 'read' || step === 'map') && (
              <TableSteps
                key={tableKey(table)}
                table={table}
                step={step}
                at={place.at}
                tables={tables}
                change={change}
                moveTo={moveTo}
              />
            )}
          </Suspense>
        </>
      ) : (
        <PageContent>
          <EmptyState kind="no-permission" title="You don't have permission to import">
            Ask an administrator to import the files or to change your role.
          </EmptyState>
        </PageContent>
      )}
    </PageFrame>
  )
}

type TableStepsProps = {
  table: ImportedTable
  step: 'read' | 'map'
  at: number
  tables: readonly ImportedTable[]
  change: ChangeRelated
  moveTo: MoveRelated
}

/** How one of the files is read and mapped; the next file follows, and the check after the last. */
function TableSteps({ table, step, at, tables, change, moveTo }: TableStepsProps) {
  const level = findLevel(table.level)
  if (!level) return null
  const following = tables[at + 1]
  const followingLevel = following && findLevel(following.level)
  const move: MoveTo = (to) => {
    if (to.step === 'check') moveTo(following ? { step: 'map', at: at + 1 } : { step: 'check' })
    else if (to.step === 'read' || to.step === 'map') moveTo({ step: to.step })
    else if (to.step === 'file') moveTo(at > 0 ? { step: 'map', at: at - 1 } : { step: 'files' })
  }
  return (
    <>
      <p role="status" className="shrink-0 border-b border-line px-4 py-2 text-2">
        <span className="font-medium text-1">{levelTitle(level)}</span> · {tableName(table)} · file {at + 1}{' '}
        of {tables.length}
      </p>
      <FileSteps
        upload={table.uploadId}
        draftKey={tableKey(table)}
        sheet={table.sheet}
        place={{ level, step, upload: table.uploadId, preview: null }}
        moveTo={move}
        next={followingLevel ? `map ${levelTitle(followingLevel).toLowerCase()}` : 'check all files'}
        onMapped={(config) => change((before) => withTable(before, table, { config }))}
      />
    </>
  )
}
