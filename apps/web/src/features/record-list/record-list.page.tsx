import { useState } from 'react'
import { usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../api/error-text.ts'
import { levelFieldsQuery } from '../../entities/field/index.ts'
import { useUser } from '../../api/session.ts'
import { levelTitle, useLevel } from '../../entities/level/index.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { levelBase } from '../../entities/record-view/index.ts'
import { SegmentPicker } from '../../entities/segment/index.ts'
import { keptLayoutQuery } from './layout/use-kept-layout.ts'
import { ListHeader } from './toolbar/list-header.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { QuickViews } from './toolbar/quick-views.tsx'
import { RecordListBody } from './record-list-body.tsx'

/** The list of a level at `/app/{level}/list`. */
export function RecordListPage() {
  const level = useLevel()
  return (
    <PageFrame title={levelTitle(level)} route={`${level.name}-list`}>
      <RecordListOf key={level.name} level={level} />
    </PageFrame>
  )
}

function RecordListOf({ level }: { level: Level }) {
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(level))
  // Asked for beside the fields, so that the first rows need not wait for it.
  usePrefetchQuery(keptLayoutQuery(useQueryClient(), level, useUser().userId))
  const [base] = useState(() => levelBase(level))
  if (fields) {
    return (
      <RecordListBody
        level={level}
        fields={fields}
        base={base}
        renderHeader={(menu) => <ListHeader level={level} menu={menu} />}
        picker={<SegmentPicker level={level} base={base} />}
        views={<QuickViews level={level} fields={fields} base={base} />}
      />
    )
  }
  return (
    <>
      <ListHeader level={level} />
      {error ? <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} /> : <ListSkeleton />}
    </>
  )
}
