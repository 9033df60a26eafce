import { useEffect, useMemo } from 'react'
import { useParams } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { ApiError } from '../../api/api-error.ts'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { fieldSectionsQuery, levelFieldsQuery } from '../../api/fields.ts'
import { childrenQuery } from '../../api/record-children.ts'
import { recordQuery } from '../../api/records.ts'
import { useSession } from '../../api/session.ts'
import { levelTitle, useLevel } from '../../components/level.ts'
import { noteRecentRecord } from '../../components/recent-records.ts'
import { PageContent, PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSearchParams } from '../../components/search-params.ts'
import { useShortcut } from '../../components/shortcuts.ts'
import { preloadEditor } from '../../components/value/lazy-editor.tsx'
import { learnNames, useValueLookups } from '../../components/value/lookups.ts'
import { useReferenceNames } from '../../components/value/reference-names.ts'
import { paths } from '../../paths.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChildrenTab } from './children-tab.tsx'
import { HistoryTab } from './history/history-tab.tsx'
import { OverviewTab } from './fields/overview-tab.tsx'
import { RecordHeader } from './record-header.tsx'
import { RecordOrder, useSequence, type RecordSequence } from './record-order.tsx'
import { RecordScreenContext, useRecordScreen, type RecordScreen } from './record-screen.ts'
import { RecordSkeleton } from './record-skeleton.tsx'
import { childLevels, tabOf } from './record-tabs.ts'
import { UnknownRecord } from './unknown-record.tsx'
import { useSaveField } from './fields/use-save-field.ts'

/** One record: header, fields, what hangs under it, and its history. */
export function RecordPage() {
  const level = useLevel()
  const { id: text } = useParams({ strict: false })
  const id = Number(text)
  const sequence = useSequence(level, id)
  if (!Number.isSafeInteger(id) || id < 1) return <UnknownRecord level={level} />
  // Another record starts anew: no editor, problem or dialog of the one before stays open.
  return <RecordOf key={`${level.name}-${id}`} level={level} id={id} sequence={sequence} />
}

const nothing: never[] = []

type RecordOfProps = { level: Level; id: number; sequence: RecordSequence | null }

function RecordOf({ level, id, sequence }: RecordOfProps) {
  const record = useQuery(recordQuery(level, id))
  const fields = useQuery(levelFieldsQuery(level))
  const sections = useQuery(fieldSectionsQuery(level))
  const held = record.data
  const shown = useMemo(() => (held ? [held] : nothing), [held])
  const lookups = useReferenceNames(useValueLookups(level), fields.data ?? nothing, shown)
  const saving = useSaveField(level, id, lookups)
  const mayEdit = useCan()('record.edit')
  const { user } = useSession()
  useEffect(() => {
    if (mayEdit) preloadEditor()
  }, [mayEdit])

  const screen = useMemo((): RecordScreen | null => {
    if (!record.data || !fields.data || sections.isPending) return null
    learnNames(record.data)
    const known = { fields: fields.data, sections: sections.data }
    return { level, id, record: record.data, ...known, lookups, mayEdit, saving }
  }, [level, id, record.data, fields.data, sections.data, sections.isPending, lookups, mayEdit, saving])

  const name = held?.globalFields.name
  useEffect(() => {
    if (user && name !== undefined) noteRecentRecord(user.userId, { levelId: level.id, id, name })
  }, [user, level, id, name])

  const error = record.error ?? fields.error
  // A record that is no longer there goes, even where what was known of it is still held.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return <UnknownRecord level={level} />
  if (screen) {
    return (
      <RecordScreenContext value={screen}>
        <RecordBodyView sequence={sequence} />
      </RecordScreenContext>
    )
  }
  if (!error) return <RecordSkeleton level={level} />
  return (
    <PageFrame title={level.label}>
      <PageHeader
        title={level.label}
        breadcrumb={[{ label: levelTitle(level), to: paths.list(level.plural) }]}
      />
      <ErrorPanel
        {...errorPanelProps(error)}
        onRetry={() => void Promise.all([record.refetch(), fields.refetch()])}
      />
    </PageFrame>
  )
}

function useChildCount(child: Level | undefined): number | undefined {
  const { level, id } = useRecordScreen()
  const { data } = useInfiniteQuery({
    ...childrenQuery(child ?? level, { level, id }),
    enabled: child !== undefined,
  })
  return data?.pages[0]?.totalItemCount
}

function RecordBodyView({ sequence }: { sequence: RecordSequence | null }) {
  const { level, id, record } = useRecordScreen()
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(level, search['tab'])
  const children = childLevels(level)
  // At most three levels hang under a record; hooks are called for each place.
  const counts = [useChildCount(children[0]), useChildCount(children[1]), useChildCount(children[2])]
  const tabs = [
    { value: 'overview', label: 'Overview' },
    ...children.map((child, index) => ({
      value: child.plural as string,
      label: levelTitle(child),
      count: counts[index],
    })),
    { value: 'history', label: 'History' },
  ]
  const show = (next: string) =>
    setSearch({ tab: next === 'overview' ? undefined : next, field: undefined }, { replace: true })
  const child = children.find(({ plural }) => plural === tab)
  const field = typeof search['field'] === 'string' ? search['field'] : undefined

  return (
    <PageFrame title={record.globalFields.name}>
      <RecordHeader>{sequence && <RecordOrder sequence={sequence} id={id} />}</RecordHeader>
      {tabs.map(({ value, label }, index) => (
        <TabKey key={value} keys={String(index + 1)} label={label} run={() => show(value)} />
      ))}
      <Tabs
        label={`${level.label} sections`}
        value={tab}
        onChange={show}
        tabs={tabs}
        className="flex-1 [&>[role=tablist]]:px-2 sm:[&>[role=tablist]]:px-4"
      >
        <PageContent className="h-full">
          {tab === 'overview' && (
            <OverviewTab onHistory={({ name }) => setSearch({ tab: 'history', field: name })} />
          )}
          {child && <ChildrenTab key={child.name} level={child} />}
          {tab === 'history' && <HistoryTab fieldName={field} />}
        </PageContent>
      </Tabs>
    </PageFrame>
  )
}

function TabKey({ keys, label, run }: { keys: string; label: string; run: () => void }) {
  useShortcut(keys, run, { label, group: 'Tabs' })
  return null
}
