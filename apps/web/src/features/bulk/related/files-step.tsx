import { IconTrash } from '@tabler/icons-react'
import { levels, type LevelName } from '@steward/contracts/level'
import { useGo } from '../../../components/go.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { levelTitle } from '../../../entities/level/index.ts'
import { DropZone, UploadProgress } from '../../../entities/table-file/index.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { StepHeading } from '../wizard/step-heading.tsx'
import { WizardFooter } from '../wizard/wizard-footer.tsx'
import {
  importedTables,
  tableKey,
  tableName,
  withTable,
  type ChangeRelated,
  type RelatedDraft,
  type RelatedTable,
} from './related-draft.ts'
import type { MoveRelated } from './related-place.ts'
import { useAddedFiles } from './use-added-files.ts'

type FilesStepProps = {
  draft: RelatedDraft
  change: ChangeRelated
  /** A file on the server that is to be added. */
  add: string | null
  moveTo: MoveRelated
}

/** The reason why the files can't be mapped yet; null when there is none. */
function problemOf(draft: RelatedDraft): string | null {
  const imported = importedTables(draft)
  const twice = levels.find(({ name }) => imported.filter(({ level }) => level === name).length > 1)
  if (twice) {
    return `Two files have ${levelTitle(twice).toLowerCase()}. Import one of them by itself.`
  }
  return imported.length === 0 ? 'Add the files that you want to import.' : null
}

/** Which files belong together, and what the rows of each are. */
export function FilesStep({ draft, change, add, moveTo }: FilesStepProps) {
  const go = useGo()
  const { file, cancel, isReading, error, addFiles } = useAddedFiles(change, add)
  const isBusy = file !== null || isReading
  const problem = problemOf(draft)
  return (
    <>
      <PageContent className="px-4 py-6">
        <div className="mx-auto flex max-w-240 flex-col gap-6">
          <StepHeading title="Which files belong together?">
            Organizations, accounts, contacts and pipelines are imported in this order, so rows find the
            parents that another file creates. You'll see everything in one preview, and can undo it as a
            whole.
          </StepHeading>
          {draft.tables.length > 0 && (
            <ul aria-label="Files" className="flex flex-col rounded-card border border-line">
              {draft.tables.map((table) => (
                <TableRow key={tableKey(table)} table={table} change={change} />
              ))}
            </ul>
          )}
          {isReading && (
            <p role="status" className="flex items-center gap-2 text-2">
              <Spinner size={14} label="Reading the file" />
              Finding out what the rows describe
            </p>
          )}
          {file && !isReading ? (
            <UploadProgress file={file} onCancel={cancel} />
          ) : (
            <DropZone
              error={error}
              replaces={draft.tables.length > 0}
              action={draft.tables.length > 0 ? 'Add files' : 'Choose files'}
              onFile={(chosen) => addFiles([chosen])}
              onFiles={addFiles}
            />
          )}
        </div>
      </PageContent>
      <WizardFooter note={isBusy ? null : problem}>
        <Button onClick={() => go(paths.newImport)}>Import a single file</Button>
        <Button
          variant="primary"
          disabled={isBusy || problem !== null}
          onClick={() => moveTo({ step: 'map', at: 0 })}
        >
          Next: map the columns
        </Button>
      </WizardFooter>
    </>
  )
}

const notImported = 'none'

const levelOptions = [
  ...levels.map((level) => ({ value: level.name as string, label: levelTitle(level) })),
  { value: notImported, label: 'Do not import' },
]

function TableRow({ table, change }: { table: RelatedTable; change: ChangeRelated }) {
  const name = tableName(table)
  const choose = (chosen: string | null) => {
    const level = levels.find((one) => one.name === chosen)?.name ?? null
    change((before) => withTable(before, table, { level: level as LevelName | null, config: null }))
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-3 py-2 last:border-0">
      <span className="min-w-0 flex-1 basis-60 truncate font-medium">{name}</span>
      <Select
        size="sm"
        className="w-44"
        aria-label={`Rows of ${name}`}
        value={table.level ?? notImported}
        options={levelOptions}
        onChange={choose}
      />
      <IconButton
        size="sm"
        label={`Remove ${name}`}
        icon={<IconTrash aria-hidden />}
        onClick={() =>
          change((before) => ({
            tables: before.tables.filter((one) => tableKey(one) !== tableKey(table)),
          }))
        }
      />
    </li>
  )
}
