import { useEffect, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useRouteParam } from '../../components/route-param.ts'
import type { Level } from '@steward/contracts/level'
import type { Segment } from '@steward/contracts/segment'
import { ApiError } from '../../api/api-error.ts'
import { errorPanelProps } from '../../api/error-text.ts'
import { type LevelField, levelFieldsQuery } from '../field/index.ts'
import { segmentQuery } from './segment.calls.ts'
import { useUser } from '../../api/session.ts'
import { AppLink } from '../../components/app-link.tsx'
import { useLevel } from '../level/index.ts'
import { PageFrame } from '../../components/page-frame.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { rememberSegment } from './recent-segments.ts'

export type SegmentMembersProps = { level: Level; segment: Segment; fields: readonly LevelField[] }

type SegmentPageProps = {
  /** The members, once segment and fields are there. */
  children: (props: SegmentMembersProps) => ReactNode
}

/** The segment of the address with its members, or why there are none. */
export function SegmentPage({ children }: SegmentPageProps) {
  const level = useLevel()
  const id = useRouteParam('id')
  const segmentId = Number(id)
  const isId = Number.isSafeInteger(segmentId) && segmentId > 0
  const { data, error, refetch } = useQuery({ ...segmentQuery(segmentId), enabled: isId })
  const isGone = !isId || (error instanceof ApiError && error.status === 404)

  if (isGone || (data && data.segmentLevel !== level.name)) return <GoneSegment level={level} />
  if (data) return <Members key={segmentId} level={level} segment={data} render={children} />
  return (
    <PageFrame title="Segment">
      <SegmentTop level={level} title={error ? 'Segment' : ''} />
      {error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
    </PageFrame>
  )
}

function SegmentTop({ level, title }: { level: Level; title: string }) {
  const breadcrumb = [{ label: `${level.label} segments`, to: paths.levelSegments(level.plural) }]
  return <PageHeader title={title} breadcrumb={breadcrumb} />
}

function GoneSegment({ level }: { level: Level }) {
  return (
    <PageFrame title="Segment">
      <SegmentTop level={level} title="Segment" />
      <EmptyState
        kind="no-match"
        title="This segment no longer exists"
        action={
          <AppLink to={paths.segments} className={buttonClass({ variant: 'primary' })}>
            All segments
          </AppLink>
        }
      >
        Somebody deleted it, made it private, or the link is mistyped.
      </EmptyState>
    </PageFrame>
  )
}

type MembersProps = { level: Level; segment: Segment; render: SegmentPageProps['children'] }

function Members({ level, segment, render }: MembersProps) {
  const { userId } = useUser()
  const { segmentId, name } = segment
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(level))
  useEffect(() => rememberSegment(userId, segmentId), [userId, segmentId])
  return (
    <PageFrame title={name}>
      {fields ? render({ level, segment, fields }) : <SegmentTop level={level} title={name} />}
      {!fields && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
    </PageFrame>
  )
}
