import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { Level } from '@steward/contracts/level'
import { errorPanelProps } from '../../api/error-text.ts'
import { levelFieldsQuery } from '../../entities/field/index.ts'
import { levelTitle, useLevel } from '../../entities/level/index.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { levelBase, type ListBase } from '../../entities/record-view/index.ts'
import { SegmentPicker } from '../../entities/segment/index.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BoardSkeleton } from './board-skeleton.tsx'
import { RecordBoardBody } from './record-board-body.tsx'
import { BoardHeader } from './toolbar/board-header.tsx'

/** The board of a level at `/app/{level}/board`. */
export function RecordBoardPage() {
  const level = useLevel()
  return (
    <PageFrame title={`${levelTitle(level)} board`} route={`${level.name}-board`}>
      <RecordBoardOf key={level.name} level={level} />
    </PageFrame>
  )
}

/** Pipelines that are closed are on the board too, in columns of their own, the latest first. */
function boardBase(level: Level): ListBase {
  const base = levelBase(level)
  if (level.id !== 4) return base
  return {
    ...base,
    filter: { and: [{ field: 'entityArchived', operator: 'isFalse' }] },
    sort: [{ column: 'updatedAt', direction: 'DESC' }],
  }
}

function RecordBoardOf({ level }: { level: Level }) {
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(level))
  const [base] = useState(() => boardBase(level))
  if (fields) {
    return (
      <RecordBoardBody
        level={level}
        fields={fields}
        base={base}
        renderHeader={() => <BoardHeader level={level} />}
        picker={<SegmentPicker level={level} base={base} />}
      />
    )
  }
  return (
    <>
      <BoardHeader level={level} />
      {error ? <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} /> : <BoardSkeleton />}
    </>
  )
}
