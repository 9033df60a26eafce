import { Suspense, useEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { can } from '../../../api/can.ts'
import { useSession } from '../../../api/session.ts'
import { overviewQuery } from '../../../entities/overview/index.ts'
import { useWide } from '../../../components/narrow.ts'
import { PageContent, PageFrame } from '../../../components/page-frame.tsx'
import {
  chosenTab,
  everyLevel,
  type RecordTab,
  tabsOf,
  toldTab,
  useRecordScreen,
} from '../../../entities/record-screen/index.ts'
import { useSearchParams } from '../../../components/search-params.ts'
import { useShortcut } from '../../../components/shortcuts.ts'
import { type AppParts, useAppParts } from '../../../feature.ts'
import { readStored, writeStored } from '../../../ui/storage.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { FieldRail } from '../fields/field-rail.tsx'
import { LogButton } from '../log/log-button.tsx'
import { LogHost } from '../log/log-host.tsx'
import { RecordHeader } from '../record-header.tsx'
import { RecordOrder } from '../record-order.tsx'
import type { RecordSequence } from '../record-sequence.rules.ts'
import { useSmallHeader } from './small-header.ts'
import { TabSkeleton } from './tab-skeleton.tsx'

/** The fields, where there is no room for them beside the tabs. */
const detailsTab: RecordTab = {
  value: 'details',
  label: 'Details',
  levels: everyLevel,
  order: 15,
  Body: FieldRail,
}

/** The tabs of the level that the user may see. */
function useShownTabs(parts: readonly AppParts[], isWide: boolean): RecordTab[] {
  const { level } = useRecordScreen()
  const { user } = useSession()
  return useMemo(() => {
    const tabs = parts
      .flatMap(({ recordTabs = [] }) => recordTabs)
      .filter(({ permission }) => permission === undefined || can(user, permission))
    return tabsOf(isWide ? tabs : [...tabs, detailsTab], level)
  }, [isWide, parts, level, user])
}

/** The page of a record once it is there: header, fields at the side, and tabs. */
export function RecordFrame({ sequence }: { sequence: RecordSequence | null }) {
  const parts = useAppParts()
  const { level, id, record } = useRecordScreen()
  const isWide = useWide()
  const [search, setSearch] = useSearchParams()
  const { data: overview } = useQuery(overviewQuery(level, id))
  const loggers = useMemo(() => parts.flatMap(({ recordLoggers = [] }) => recordLoggers), [parts])
  const shown = useShownTabs(parts, isWide)
  const lastKey = `steward.tab.${level.name}`
  const tab = chosenTab(shown, search['tab'], readStored(lastKey))

  // The address shows what is shown, so that a copy of it shows the same.
  const told = toldTab(shown, tab, search['tab'])
  useEffect(() => {
    if (search['tab'] !== told) setSearch({ tab: told }, { replace: true })
  }, [search, told, setSearch])

  const header = useSmallHeader()

  function show(value: string) {
    header.grow()
    writeStored(lastKey, value === shown[0]?.value ? null : value)
    setSearch({ tab: value === shown[0]?.value ? undefined : value, field: undefined }, { replace: true })
  }

  return (
    <PageFrame title={record.globalFields.name} route={`${level.name}-360`}>
      <RecordHeader log={<LogButton loggers={loggers} />} small={header.isSmall}>
        {sequence && <RecordOrder sequence={sequence} id={id} />}
      </RecordHeader>
      {shown.slice(0, 9).map(({ value, label }, index) => (
        <TabKey key={value} keys={String(index + 1)} label={label} run={() => show(value)} />
      ))}
      <div
        className="flex min-h-0 flex-1 border-t border-line"
        data-print="page"
        onScrollCapture={header.onScroll}
      >
        {isWide && (
          <aside
            aria-label="Fields"
            data-print="page"
            className="w-75 shrink-0 overflow-y-auto overscroll-contain border-r border-line print:w-full print:border-0"
          >
            <FieldRail />
          </aside>
        )}
        <Tabs
          label={`${level.label} sections`}
          value={tab.value}
          onChange={show}
          tabs={shown.map(({ value, label, count }) => ({
            value,
            label,
            // Nothing is not worth a number.
            count: (overview && count?.(overview)) || undefined,
          }))}
          className="min-w-0 flex-1 [&>div>[role=tablist]]:px-2 sm:[&>div>[role=tablist]]:px-4 print:[&>div>[role=tablist]]:hidden"
        >
          <PageContent className="h-full">
            <Suspense key={tab.value} fallback={<TabSkeleton />}>
              <tab.Body />
            </Suspense>
          </PageContent>
        </Tabs>
      </div>
      <LogHost loggers={loggers} />
    </PageFrame>
  )
}

function TabKey({ keys, label, run }: { keys: string; label: string; run: () => void }) {
  useShortcut(keys, run, { label, group: 'Tabs' })
  return null
}
