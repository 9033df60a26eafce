import { AppLink } from '../components/app-link.tsx'
import { closeSidebar } from '../components/sidebar-state.ts'
import { cx } from '../ui/cx.ts'
import type { PinnedSegment } from './pinned-segments.ts'

type PinnedLinksProps = { label: string; pinned: readonly PinnedSegment[]; pathname: string }

/** The pinned segments of a level, below its entry. */
export function PinnedLinks({ label, pinned, pathname }: PinnedLinksProps) {
  if (pinned.length === 0) return null
  return (
    <ul aria-label={label} className="my-0.5 flex flex-col gap-0.5">
      {pinned.map(({ label: name, to }) => {
        const isCurrent = to === pathname
        return (
          <li key={to}>
            <AppLink
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              onClick={closeSidebar}
              className={cx(
                'flex h-7 items-center rounded-control pr-2 pl-8.5',
                isCurrent
                  ? 'bg-surface font-medium text-1 shadow-control ring-1 ring-line'
                  : 'text-2 hover:bg-hover hover:text-1',
              )}
            >
              <span className="truncate">{name}</span>
            </AppLink>
          </li>
        )
      })}
    </ul>
  )
}
