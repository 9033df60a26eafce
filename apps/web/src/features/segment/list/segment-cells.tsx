import { memo, type KeyboardEvent } from 'react'
import { IconAlertTriangle, IconDots } from '@tabler/icons-react'
import type { Segment } from '@steward/contracts/segment'
import { brokenText, levelOfSegment, PinButton, Visibility } from '../../../entities/segment/index.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { agoText, exactText } from '../../../components/time-text.ts'
import { paths } from '../../../paths.ts'
import { MemberCount } from './member-count.tsx'
import { SegmentRuleText } from './segment-rule-text.tsx'

export type OnSegmentMenu = (segment: Segment, button: HTMLElement) => void

type SegmentCellsProps = { segment: Segment; showsLevel: boolean; onMenu: OnSegmentMenu | undefined }

/** Arrows go from name to name. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const link = event.currentTarget
  const row = Number(link.closest('[role=row]')?.getAttribute('aria-rowindex'))
  const next =
    step && link.closest('[role=table]')?.querySelector<HTMLElement>(`[aria-rowindex="${row + step}"] a`)
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** The cells of one row. On a small window all but pin, name and menu come in lines below the name. */
export const SegmentCells = memo(function SegmentCells({ segment, showsLevel, onMenu }: SegmentCellsProps) {
  const { segmentId, name, isPrivate, createdBy, updatedAt, brokenConditions } = segment
  const level = levelOfSegment(segment)
  const broken = brokenConditions.length
  return (
    <>
      <div role="cell" className="-ml-1.5">
        <PinButton segment={segment} />
      </div>
      <div role="cell" className="min-w-0 flex-1">
        <AppLink
          to={paths.segment(level.plural, segmentId)}
          onKeyDown={walk}
          className="block w-fit max-w-full truncate rounded-chip font-medium hover:underline"
        >
          {name}
        </AppLink>
        <div className="flex items-center gap-2 text-label text-2">
          {broken > 0 && (
            <span className="flex shrink-0 items-center gap-1 text-poor" data-tooltip={brokenText(broken)}>
              <IconAlertTriangle size={14} aria-hidden />
              {broken === 1 ? '1 broken condition' : `${broken} broken conditions`}
            </span>
          )}
          <SegmentRuleText level={level} rule={segment.logic} />
        </div>
        <p className="mt-0.5 flex items-center gap-2 truncate text-label text-2 md:hidden">
          {showsLevel && <span>{level.label}</span>}
          <Visibility isPrivate={isPrivate} />
          <MemberCount level={level} rule={segment.logic} worded />
        </p>
      </div>
      {showsLevel && (
        <div role="cell" className="hidden truncate lg:block">
          {level.label}
        </div>
      )}
      <div role="cell" className="hidden truncate lg:block" title={createdBy.name}>
        {createdBy.name}
      </div>
      <div role="cell" className="hidden md:flex">
        <Visibility isPrivate={isPrivate} />
      </div>
      <div role="cell" className="tabular hidden justify-end text-right md:flex">
        <MemberCount level={level} rule={segment.logic} />
      </div>
      <div role="cell" className="hidden truncate pl-3 text-2 lg:block">
        <time dateTime={updatedAt} data-tooltip={exactText(updatedAt)}>
          {agoText(updatedAt)}
        </time>
      </div>
      <div role="cell" className="shrink-0">
        {onMenu && (
          <button
            type="button"
            aria-label={`Actions for ${name}`}
            aria-haspopup="menu"
            onClick={(event) => onMenu(segment, event.currentTarget)}
            className="flex size-8 items-center justify-center rounded-control text-3 hover:bg-line hover:text-1"
          >
            <IconDots size={16} aria-hidden />
          </button>
        )}
      </div>
    </>
  )
})
