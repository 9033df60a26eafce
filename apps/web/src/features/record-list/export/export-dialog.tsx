import { useState, type ReactNode } from 'react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../api/error-text.ts'
import { levelFieldsQuery } from '../../../entities/field/index.ts'
import { queryClient } from '../../../api/query-client.ts'
import { exportsKey, followExport, RecentExports, startExport } from '../../../entities/export/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import type { ListMenuProps } from '../toolbar/list-menu-props.ts'
import { exportedColumns, exportRequest, type ExportWish } from './export-request.ts'

type ExportDialogProps = ListMenuProps & { onClose: () => void }

const formats = [
  { value: 'csv', label: 'CSV' },
  { value: 'xlsx', label: 'Excel' },
] as const

const formatHints = {
  csv: 'For any program, and to import again. Texts of any length.',
  xlsx: 'A workbook with real numbers and dates.',
} as const

/** Asks what to export, and shows how far the latest exports are. */
export function ExportDialog({ level, view, layout, count, selection, onClose }: ExportDialogProps) {
  const hasSelection = selection.ids.size > 0 && !selection.whole
  const [wish, setWish] = useState<ExportWish>({
    format: 'csv',
    records: hasSelection ? 'selected' : 'all',
    columns: 'shown',
  })
  const { data: fields = [] } = useQuery(levelFieldsQuery(level))
  const change = (part: Partial<ExportWish>) => setWish({ ...wish, ...part })
  const columnCount = (columns: ExportWish['columns']) =>
    exportedColumns({ ...wish, columns }, layout.order, fields).length

  const start = useMutation({
    mutationFn: () => {
      const columns = exportedColumns(wish, layout.order, fields)
      return startExport(level, exportRequest(wish, view, columns, selection.ids))
    },
    onSuccess(job) {
      void queryClient.invalidateQueries({ queryKey: exportsKey })
      void followExport(job)
    },
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Export ${level.plural}`}
      description="The file contains the records of the list in order. It downloads when it is ready, even if you close this dialog."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={start.isPending} onClick={() => start.mutate()}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Choice title="File" hint={formatHints[wish.format]}>
          <Segmented
            label="File"
            value={wish.format}
            options={formats}
            onChange={(format) => change({ format })}
            className="self-start"
          />
        </Choice>
        {hasSelection && (
          <Choice title="Records">
            <Segmented
              label="Records"
              value={wish.records}
              options={[
                { value: 'selected', label: `${numberText(selection.ids.size)} selected` },
                { value: 'all', label: `All ${numberText(count ?? 0)}` },
              ]}
              onChange={(records) => change({ records })}
              className="self-start"
            />
          </Choice>
        )}
        <Choice title="Columns">
          <Segmented
            label="Columns"
            value={wish.columns}
            options={[
              { value: 'shown', label: `Shown (${columnCount('shown')})` },
              { value: 'every', label: `All fields (${columnCount('every')})` },
            ]}
            onChange={(columns) => change({ columns })}
            className="self-start"
          />
        </Choice>
        {!hasSelection && count !== undefined && (
          <p className="text-label text-2">
            {count === 1 ? '1 record' : `${numberText(count)} records`} will be exported.
          </p>
        )}
        {start.error && (
          <p role="alert" className="text-label text-poor">
            {errorText(start.error)}
          </p>
        )}
        <RecentExports most={3} className="border-t border-line pt-4" />
      </div>
    </Dialog>
  )
}

function Choice({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-label font-medium text-2">
        {title}
      </span>
      {children}
      {hint && <p className="text-label text-2">{hint}</p>}
    </div>
  )
}
