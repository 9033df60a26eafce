import { useMemo, type ReactNode } from 'react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import type { RecordBody, RecordList } from '@steward/contracts/record'
import { errorPanelProps } from '../../api/error-text.ts'
import { type LevelField, levelFieldsQuery } from '../../entities/field/index.ts'
import { healthOf } from '../../entities/health/index.ts'
import { childrenQuery, recordId, RecordStateChips } from '../../entities/record/index.ts'
import { imageAddress } from '../../entities/user/index.ts'
import { useCan } from '../../api/can.ts'
import { AppLink } from '../../components/app-link.tsx'
import { churnReasonField, churnText } from '../../entities/churn/index.ts'
import { useSearchParams } from '../../components/search-params.ts'
import {
  learnNames,
  useValueLookups,
  type ValueLookups,
  valueOf,
  ValueView,
} from '../../entities/value/index.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { IconPlus } from '@tabler/icons-react'
import { useRecordScreen } from '../../entities/record-screen/index.ts'
import { numberText } from '../../ui/reader.ts'

const columnNames: Readonly<Record<Level['name'], readonly string[]>> = {
  organization: [],
  account: ['system:health', 'system:lifecycleStageId', 'system:owners', 'system:pulse', 'updatedAt'],
  contact: ['system:email', 'account', 'system:lifecycleStageId', 'system:pulse', 'updatedAt'],
  pipeline: ['pipelineType', 'system:pipelineStatus', 'account', 'system:owners', 'updatedAt'],
}

const emptyTexts: Readonly<Record<Level['name'], string>> = {
  organization: '',
  account: 'An account is a team, site or contract of this organization with its own health.',
  contact: 'Add the people you talk to: decision makers, champions and daily users.',
  pipeline: 'Keep renewals, expansions and risks here, each with a status and an owner.',
}

/** The records of a level that hang under this one. */
export function ChildrenTab({ level }: { level: Level }) {
  const parent = useRecordScreen()
  const { data: fields } = useQuery(levelFieldsQuery(level))
  const query = useInfiniteQuery(childrenQuery(level, parent))
  const total = query.data?.pages[0]?.totalItemCount ?? 0
  const create = <NewChild level={level} isFirst={total === 0} />

  if (query.isError && !query.data) {
    return <ErrorPanel {...errorPanelProps(query.error)} onRetry={() => void query.refetch()} />
  }
  if (!query.data || !fields) return <RowsSkeleton />
  if (total === 0) {
    return (
      <EmptyState kind="nothing" title={`No ${level.plural} yet`} action={create}>
        {emptyTexts[level.name]}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col">
      <ChildList level={level} fields={fields} pages={query.data.pages} total={total} create={create} />
      {query.hasNextPage && (
        <div className="p-4">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
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

type ChildListProps = {
  level: Level
  fields: readonly LevelField[]
  pages: readonly RecordList[]
  total: number
  create: ReactNode
}

function ChildList({ level, fields, pages, total, create }: ChildListProps) {
  const lookups = useValueLookups(level)
  const records = useMemo(() => {
    const loaded = pages.flatMap((page) => page.data)
    for (const record of loaded) learnNames(record)
    return loaded
  }, [pages])
  const all = numberText(total)
  return (
    <>
      <div className="flex min-h-12 items-center justify-between gap-3 px-4 py-2.5 sm:px-6">
        <p className="tabular text-label text-3" role="status">
          {records.length < total ? `${records.length} of ${all}` : all}{' '}
          {total === 1 ? level.name : level.plural}
        </p>
        {create}
      </div>
      <ChildTable level={level} records={records} fields={fields} lookups={lookups} />
    </>
  )
}

type ChildTableProps = {
  level: Level
  records: readonly RecordBody[]
  fields: readonly LevelField[]
  lookups: ValueLookups
}

function ChildTable({ level, records, fields, lookups }: ChildTableProps) {
  const { level: parentLevel } = useRecordScreen()
  // What all rows have in common is in the header of the page.
  const columns = columnNames[level.name]
    .filter((name) => name !== parentLevel.name)
    .flatMap((name) => fields.find((field) => field.name === name) ?? [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region is reached by keyboard
    <div className="overflow-x-auto" role="region" aria-label={`${level.label}s`} tabIndex={0}>
      <table className="w-full min-w-160 border-collapse text-body">
        <thead>
          <tr className="border-y border-line text-left text-label text-2">
            <th scope="col" className="py-2 pr-3 pl-4 font-medium sm:pl-6">
              Name
            </th>
            {columns.map((field) => (
              <th key={field.name} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {field.displayName}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => {
            const { name, entityArchived, churned } = record.globalFields
            const id = recordId(level, record)
            return (
              <tr key={id} {...healthOf(level, id)} className="h-9 border-b border-line hover:bg-hover">
                <th scope="row" className="max-w-80 py-1 pr-3 pl-4 text-left font-medium sm:pl-6">
                  <span className="flex min-w-0 items-center gap-2">
                    <Avatar
                      name={name}
                      src={imageAddress(record.globalFields)}
                      size={20}
                      square={level.id !== 3}
                    />
                    <AppLink
                      to={paths.record(level.plural, id)}
                      className="truncate rounded-chip hover:underline"
                    >
                      {name}
                    </AppLink>
                    <RecordStateChips
                      archived={entityArchived}
                      churned={churned}
                      churn={churnText(record.globalFields, churnReasonField(fields))}
                    />
                  </span>
                </th>
                {columns.map((field) => (
                  <td key={field.name} className="max-w-56 px-3 py-1">
                    <span className="flex min-w-0 items-center">
                      <ValueView
                        field={field}
                        value={valueOf(record, field)}
                        lookups={lookups}
                        status={record.globalFields.healthStatus}
                      />
                    </span>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
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
