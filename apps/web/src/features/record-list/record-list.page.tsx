import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../api/error-text.ts'
import { levelFieldsQuery } from '../../api/fields.ts'
import { levelTitle, useLevel } from '../../components/level.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { levelBase } from './list-search.ts'
import { SegmentPicker } from './segment/segment-picker.tsx'
import { ListHeader } from './toolbar/list-header.tsx'
import { RecordListBody } from './record-list-body.tsx'

/** The list of a level at `/app/{level}/list`. */
export function RecordListPage() {
  const level = useLevel()
  return (
    <PageFrame title={levelTitle(level)}>
      <RecordListOf key={level.name} level={level} />
    </PageFrame>
  )
}

function RecordListOf({ level }: { level: Level }) {
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(level))
  const [base] = useState(() => levelBase(level))
  if (fields) {
    return (
      <RecordListBody
        level={level}
        fields={fields}
        base={base}
        renderHeader={(count) => <ListHeader level={level} count={count} />}
        picker={<SegmentPicker level={level} base={base} />}
      />
    )
  }
  return (
    <>
      <ListHeader level={level} />
      {error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
    </>
  )
}
