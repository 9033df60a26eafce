import { useLayoutEffect, useRef } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { ScoreDetail } from '@steward/contracts/health'
import { errorText } from '../../api/error-text.ts'
import { AppLink } from '../../components/app-link.tsx'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { popupClass } from '../../ui/option-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Confidence } from './confidence.tsx'
import { HealthFigure, HealthTrend } from './health-figure.tsx'
import type { HealthPlace } from './health-hover.ts'
import { HealthSentence } from './health-sentence.tsx'
import { NoScore } from './no-score.tsx'
import { scoreQuery } from './score.calls.ts'

const gap = 6

/** Below its mark, or above it where there is no room. */
function placeBeside(popover: HTMLElement, anchor: HTMLElement): void {
  const box = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const left = Math.max(8, Math.min(box.left, window.innerWidth - width - 8))
  const below = box.bottom + gap
  const top = below + height > window.innerHeight - 8 ? Math.max(8, box.top - height - gap) : below
  popover.style.translate = `${Math.round(left)}px ${Math.round(top)}px`
}

type HealthPopoverProps = HealthPlace & { onClose: () => void }

/** Score, trend and the reason in one sentence, beside a health mark. */
export function HealthPopover({ anchor, level, id, score, onClose }: HealthPopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  const { data, error } = useQuery(scoreQuery(level, id, score))
  // Its content loads in parts.
  useLayoutEffect(() => {
    const popover = ref.current!
    placeBeside(popover, anchor)
    const watch = new ResizeObserver(() => placeBeside(popover, anchor))
    watch.observe(popover)
    return () => watch.disconnect()
  }, [anchor])
  return (
    <div
      ref={ref}
      role="group"
      aria-label="Health"
      data-health-popover=""
      className={cx(
        popupClass,
        'fixed top-0 left-0 z-50 flex w-80 max-w-[calc(100vw-1rem)] flex-col gap-2 p-3.5',
      )}
    >
      {data && <Body level={level} id={id} detail={data} onClose={onClose} />}
      {!data && error && <p className="text-body text-2">{errorText(error)}</p>}
      {!data && !error && <Skeleton className="h-16 w-full" />}
    </div>
  )
}

type BodyProps = Pick<HealthPopoverProps, 'level' | 'id' | 'onClose'> & { detail: ScoreDetail }

function Body({ level, id, detail, onClose }: BodyProps) {
  const address = paths.record(level.plural, id)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <HealthFigure detail={detail} />
        <HealthTrend detail={detail} />
      </div>
      {detail.score === null ? (
        <NoScore level={level} id={id} detail={detail} onFollow={onClose} />
      ) : (
        <>
          <HealthSentence level={level} id={id} score={detail.score} />
          <div className="flex items-center justify-between gap-3">
            <Confidence detail={detail} />
            <AppLink
              to={`${address}?tab=health`}
              className="ml-auto text-label font-medium text-accent-text hover:underline"
              onClick={onClose}
            >
              Why this score?
            </AppLink>
          </div>
        </>
      )}
    </>
  )
}
