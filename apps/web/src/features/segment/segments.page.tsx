import { Suspense, useDeferredValue, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useRouteParam } from '../../components/route-param.ts'
import { IconPlus } from '@tabler/icons-react'
import { levels, type Level, type LevelPlural } from '@steward/contracts/level'
import type { SegmentTab } from '@steward/contracts/segment'
import { useCan } from '../../api/can.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { segmentsQuery } from '../../entities/segment/index.ts'
import { useGo } from '../../components/go.ts'
import { levelByPlural, levelTitle } from '../../entities/level/index.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { NoPermission } from '../../components/settings/no-permission.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SegmentList } from './list/segment-list.tsx'
import { SegmentsSkeleton } from './list/segments-skeleton.tsx'
import {
  isUnderTab,
  matchingSegments,
  tabs,
  useSegmentsAddress,
  type SegmentsPanel,
} from './segments-address.ts'

const SegmentDrawer = lazyPart(() => import('./edit/segment.drawer.tsx'), 'SegmentDrawer')

const levelChoices: { value: LevelPlural | 'all'; label: string }[] = [
  { value: 'all', label: 'All levels' },
  ...levels.map((level) => ({ value: level.plural, label: levelTitle(level) })),
]

/** Segments of all levels at `/app/segments`, of one at `/app/{level}/segments`. */
export function SegmentsPage() {
  const may = useCan()
  const pageLevel = levelByPlural(useRouteParam('level'))
  const title = pageLevel ? `${pageLevel.label} segments` : 'Segments'
  return (
    <PageFrame title={title}>
      {may('segment.read') ? (
        <Segments title={title} pageLevel={pageLevel} canEdit={may('segment.edit')} />
      ) : (
        <>
          <PageHeader title={title} />
          <NoPermission what="segments" />
        </>
      )}
    </PageFrame>
  )
}

/** The segments of the level, and those of them that the tab and the search show. */
function useShown(level: Level | undefined, tab: SegmentTab, query: string) {
  const { data, error, refetch } = useQuery(segmentsQuery)
  const ofLevel = useMemo(
    () => data?.filter(({ segmentLevel }) => !level || segmentLevel === level.name),
    [data, level],
  )
  const shown = useMemo(
    () =>
      ofLevel &&
      matchingSegments(
        ofLevel.filter((segment) => isUnderTab(segment, tab)),
        query,
      ),
    [ofLevel, tab, query],
  )
  return { ofLevel, shown, error, retry: () => void refetch() }
}

type SegmentsProps = { title: string; pageLevel: Level | undefined; canEdit: boolean }

function Segments({ title, pageLevel, canEdit }: SegmentsProps) {
  const { view, ...address } = useSegmentsAddress(pageLevel)
  const { level, tab } = view
  const query = useDeferredValue(view.query)
  const { ofLevel, shown, error, retry } = useShown(level, tab, query)
  return (
    <>
      <PageHeader title={title} count={ofLevel?.length}>
        {canEdit && (
          <Button
            variant="primary"
            size="sm"
            icon={<IconPlus aria-hidden />}
            aria-haspopup="dialog"
            onClick={address.create}
          >
            Create segment
          </Button>
        )}
      </PageHeader>
      <Tabs
        label="Segments by who sees them"
        value={tab}
        onChange={address.showTab}
        tabs={tabs.map((name) => ({
          value: name,
          label: name,
          count: ofLevel?.filter((segment) => isUnderTab(segment, name)).length,
        }))}
        className="min-h-0 flex-1"
      >
        <div className="flex h-full flex-col">
          <Toolbar>
            <SearchField label="Search segments" value={view.query} onChange={address.search} />
            {!pageLevel && <LevelChoice level={level} onChange={address.showLevel} />}
          </Toolbar>
          {shown && (
            <SegmentList
              segments={shown}
              view={{ ...view, query }}
              showsLevel={!pageLevel}
              canEdit={canEdit}
              onClear={() => address.search('')}
              onCreate={address.create}
              onEdit={address.edit}
              onDuplicate={address.duplicate}
            />
          )}
          {!shown &&
            (error ? <ErrorPanel {...errorPanelProps(error)} onRetry={retry} /> : <SegmentsSkeleton />)}
        </div>
      </Tabs>
      {canEdit && view.panel && <Panel panel={view.panel} level={level} onClose={address.closePanel} />}
    </>
  )
}

type LevelChoiceProps = { level: Level | undefined; onChange: (level: Level | undefined) => void }

function LevelChoice({ level, onChange }: LevelChoiceProps) {
  return (
    <div className="max-w-full overflow-x-auto p-0.5">
      <Segmented
        label="Level"
        value={level?.plural ?? 'all'}
        onChange={(plural) => onChange(levelByPlural(plural))}
        options={levelChoices}
      />
    </div>
  )
}

type PanelProps = {
  panel: NonNullable<SegmentsPanel>
  level: Level | undefined
  onClose: () => void
}

function Panel({ panel, level, onClose }: PanelProps) {
  const go = useGo()
  return (
    <Suspense>
      <SegmentDrawer
        key={JSON.stringify(panel)}
        target={panel.kind === 'edit' ? panel : { kind: 'create', level: level ?? null, from: panel.from }}
        onClose={onClose}
        onCreated={() => go(paths.segments, { replace: true })}
      />
    </Suspense>
  )
}
