import { useEffect, useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Level } from '@steward/contracts/level'
import type { Segment } from '@steward/contracts/segment'
import { ApiError } from '../../../api/api-error.ts'
import { errorPanelProps } from '../../../api/error-text.ts'
import { levelFieldsQuery } from '../../../api/fields.ts'
import { segmentQuery } from '../../../api/segments.ts'
import { useUser } from '../../../api/session.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useLevel } from '../../../components/level.ts'
import { PageFrame } from '../../../components/page-frame.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { rememberSegment } from '../../../components/segment/recent-segments.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { segmentBase } from '../list-search.ts'
import { RecordListBody } from '../record-list-body.tsx'
import { SegmentHeader } from './segment-header.tsx'
import { SegmentPicker } from './segment-picker.tsx'

/** The members of a segment at `/app/{level}/segments/{id}`: the list of the level under its rule and view. */
export function SegmentListPage() {
  const level = useLevel()
  const { id } = useParams({ strict: false })
  const segmentId = Number(id)
  const isId = Number.isSafeInteger(segmentId) && segmentId > 0
  const { data, error, refetch } = useQuery({ ...segmentQuery(segmentId), enabled: isId })
  const isGone = !isId || (error instanceof ApiError && error.status === 404)

  if (isGone || (data && data.segmentLevel !== level.name)) return <GoneSegment level={level} />
  if (data) return <MembersPage key={segmentId} level={level} segment={data} />
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

function MembersPage({ level, segment }: { level: Level; segment: Segment }) {
  const { userId } = useUser()
  const { segmentId, logic, view } = segment
  const base = useMemo(() => segmentBase({ logic, view }), [logic, view])
  const { data: fields, error, refetch } = useQuery(levelFieldsQuery(level))
  useEffect(() => rememberSegment(userId, segmentId), [userId, segmentId])
  return (
    <PageFrame title={segment.name}>
      {fields ? (
        <RecordListBody
          level={level}
          fields={fields}
          base={base}
          renderHeader={(count) => (
            <SegmentHeader level={level} segment={segment} fields={fields} base={base} count={count} />
          )}
          picker={<SegmentPicker level={level} base={base} shown={segment} />}
          empty={
            <EmptyState kind="no-match" title={`No ${level.plural} in this segment`}>
              Nothing that you may see meets its rule right now.
            </EmptyState>
          }
        />
      ) : (
        <SegmentTop level={level} title={segment.name} />
      )}
      {!fields && error && <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />}
    </PageFrame>
  )
}
