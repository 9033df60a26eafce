import { useMemo, useState } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { Level } from '@steward/contracts/level'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { SearchField } from '../../components/search-field.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { type LevelField, levelFieldsQuery } from '../../entities/field/index.ts'
import { childrenQuery, type RecordSort } from '../../entities/record/index.ts'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { learnNames } from '../../entities/value/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { numberText } from '../../ui/reader.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { childColumns } from './child-columns.rules.ts'
import { ChildTable } from './child-table.tsx'

const emptyTexts: Readonly<Record<Level['name'], string>> = {
  organization: '',
  account: 'An account is a team, site or contract of this organization with its own health.',
  contact: 'Add the people you talk to: decision makers, champions and daily users.',
  pipeline: 'Keep renewals, expansions and risks here, each with a status and an owner.',
}

/** The records of a level that hang under this one, searched by name and sorted by any column. */
export function ChildrenTab({ level }: { level: Level }) {
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(level))
  if (fields) return <Children level={level} fields={fields} />
  return error ? <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} /> : <RowsSkeleton />
}

/** What is shown of the records: its columns, and how it is searched and sorted. */
function useChildren(level: Level, fields: readonly LevelField[]) {
  const parent = useRecordScreen()
  const [order, setOrder] = useState<RecordSort>({ column: 'name', direction: 'ASC' })
  const [query, setQuery] = useState('')
  const columns = useMemo(() => childColumns(level, parent.level, fields), [level, parent.level, fields])
  const names = useMemo(() => columns.map(({ name }) => name), [columns])
  const list = useInfiniteQuery(childrenQuery(level, parent, { columns: names, order, query }))
  const { data } = list
  const records = useMemo(() => {
    const loaded = data?.pages.flatMap((page) => page.data) ?? []
    for (const record of loaded) learnNames(record)
    return loaded
  }, [data])
  const total = data?.pages[0]?.totalItemCount ?? 0
  // The rows on screen may still be those of the previous search.
  const isEmpty = total === 0 && query === '' && !list.isPlaceholderData
  return { list, columns, records, total, isEmpty, order, setOrder, query, setQuery }
}

function Children({ level, fields }: { level: Level; fields: readonly LevelField[] }) {
  const { list, columns, records, total, isEmpty, order, setOrder, query, setQuery } = useChildren(
    level,
    fields,
  )
  const create = <NewChild level={level} isFirst={isEmpty} />

  if (list.error && !list.data) {
    return <ErrorPanel {...errorPanelProps(list.error)} onRetry={() => void list.refetch()} />
  }
  if (!list.data) return <RowsSkeleton />
  if (isEmpty) {
    return (
      <EmptyState kind="nothing" title={`No ${level.plural} yet`} action={create}>
        {emptyTexts[level.name]}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col">
      <div className="flex min-h-12 flex-wrap items-center gap-3 px-4 py-2.5 sm:px-6">
        <SearchField label={`Search ${level.plural}`} value={query} onChange={setQuery} />
        <p className="tabular min-w-0 flex-1 text-label text-3" role="status">
          {countOf(records.length, total, level)}
        </p>
        {create}
      </div>
      {total > 0 ? (
        <ChildTable
          level={level}
          records={records}
          fields={fields}
          columns={columns}
          order={order}
          onOrder={setOrder}
          stale={list.isPlaceholderData}
        />
      ) : (
        <NoMatch level={level} query={query} stale={list.isPlaceholderData} />
      )}
      {list.hasNextPage && (
        <div className="p-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function NoMatch({ level, query, stale }: { level: Level; query: string; stale: boolean }) {
  if (stale) return <RowsSkeleton />
  return (
    <EmptyState kind="no-match" title={`No ${level.plural} match`}>
      No name contains “{query}”.
    </EmptyState>
  )
}

function countOf(loaded: number, total: number, level: Level): string {
  const all = `${numberText(total)} ${total === 1 ? level.name : level.plural}`
  return loaded < total ? `${numberText(loaded)} of ${all}` : all
}

/** Opens the form with this record as the parent. */
function NewChild({ level, isFirst }: { level: Level; isFirst: boolean }) {
  const parent = useRecordScreen()
  const [, setSearch] = useSearchParams()
  const canCreate = useCan()('record.create')
  if (!canCreate) return null
  return (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      size={isFirst ? 'md' : 'sm'}
      icon={<IconPlus aria-hidden />}
      onClick={() => setSearch({ create: level.name, [parent.level.name]: parent.id })}
    >
      New {level.name}
    </Button>
  )
}

function RowsSkeleton() {
  return (
    <div className="flex flex-col gap-4 px-6 py-5" aria-busy="true">
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-8">
          <Skeleton className="h-4 w-56" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-32" />
        </div>
      ))}
    </div>
  )
}
