import { useMemo, useState } from 'react'
import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { PlaybookInstance } from '@steward/contracts/playbook/instance'
import { useCan } from '../../../api/can.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { PageContent } from '../../../components/page-frame.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { numberText } from '../../../ui/reader.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { instancesQuery, type InstancePage } from '../playbook.calls.ts'
import { InstanceBulkBar } from './instance-bulk-bar.tsx'
import { InstanceFilters } from './instance-filters.tsx'
import { InstanceRow } from './instance-row.tsx'
import { useInstancesAddress, type InstancesAddress } from './instances-address.ts'

/** Which rows are selected. What left the list no longer is. */
function useSelection(rows: readonly PlaybookInstance[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const shown = rows.map((row) => row.playbookInstanceId)
  const selected = shown.filter((id) => ids.has(id))
  return {
    selected,
    toggle(id: number) {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    selectAll: (isOn: boolean) => setIds(new Set(isOn ? shown : [])),
    clear: () => setIds(new Set()),
  }
}

/** The playbooks that run, of all records, with how far each of them is. */
export function InstanceList() {
  const address = useInstancesAddress()
  const list = useInfiniteQuery(instancesQuery(address.view))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <InstanceFilters address={address} />
      {list.data ? (
        <Found list={list} address={address} />
      ) : (
        <PageContent>
          {list.error ? (
            <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
          ) : (
            <Skeleton className="m-6 h-32" />
          )}
        </PageContent>
      )}
    </div>
  )
}

type FoundProps = { list: UseInfiniteQueryResult<InfiniteData<InstancePage>>; address: InstancesAddress }

function Found({ list, address }: FoundProps) {
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const { selected, toggle, selectAll, clear } = useSelection(rows)
  const mayEdit = useCan()('playbook.apply')
  const first = list.data?.pages[0]
  return (
    <>
      <PageContent>
        <Rows
          rows={rows}
          total={first?.totalItemCount ?? 0}
          today={first?.today ?? ''}
          address={address}
          selected={selected}
          onSelect={mayEdit ? toggle : undefined}
          onSelectAll={selectAll}
        />
        {list.hasNextPage && (
          <div className="p-4">
            <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </PageContent>
      {mayEdit && selected.length > 0 && <InstanceBulkBar ids={selected} onClear={clear} />}
    </>
  )
}

type RowsProps = {
  rows: readonly PlaybookInstance[]
  total: number
  today: string
  address: InstancesAddress
  selected: readonly number[]
  /** Absent for those who can't work on playbooks. */
  onSelect: ((id: number) => void) | undefined
  onSelectAll: (isOn: boolean) => void
}

function Rows({ rows, total, today, address, selected, onSelect, onSelectAll }: RowsProps) {
  if (rows.length === 0) return <NoInstances address={address} />
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4 py-1.5 text-label text-2">
        {onSelect && (
          <Checkbox
            aria-label="Select all that are shown"
            checked={selected.length === rows.length}
            onCheckedChange={onSelectAll}
          />
        )}
        <span className="tabular" role="status">
          {numberText(rows.length)} of {numberText(total)}
        </span>
      </div>
      <ul aria-label="Running playbooks">
        {rows.map((row) => (
          <InstanceRow
            key={row.playbookInstanceId}
            instance={row}
            today={today}
            isSelected={selected.includes(row.playbookInstanceId)}
            onSelect={onSelect}
          />
        ))}
      </ul>
    </>
  )
}

function NoInstances({ address }: { address: InstancesAddress }) {
  const { templateId, ownerId, status, overdue } = address.view
  const isNarrowed = overdue || [templateId, ownerId, status].some((one) => one !== undefined)
  if (isNarrowed) {
    return (
      <EmptyState
        kind="no-match"
        title="No matching playbooks"
        action={<Button onClick={address.clear}>Clear filters</Button>}
      >
        No playbook at work matches the filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState kind="nothing" title="No running playbooks">
      Apply a playbook to a record or a segment. You will see here how far each one is.
    </EmptyState>
  )
}
