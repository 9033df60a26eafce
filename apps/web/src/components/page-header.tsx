import { Fragment, type ReactNode } from 'react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { AppLink } from './app-link.tsx'
import { SidebarToggle } from './sidebar-toggle.tsx'
import { cx } from '../ui/cx.ts'
import { numberText } from '../ui/reader.ts'

type PageHeaderProps = {
  title: string
  /** What the page is under, outermost first. */
  breadcrumb?: readonly { label: string; to: string }[]
  count?: number
  /** Beside the title, for example chips. */
  aside?: ReactNode
  /** Actions at the end, the primary one last. */
  children?: ReactNode
}

/** On a phone the room belongs to the title: what has an icon keeps its label for assistive technology alone. */
const iconsWhereNarrow =
  'max-sm:[&>:is(a,button):has(>svg)]:gap-0 max-sm:[&>:is(a,button):has(>svg)]:px-1.5 max-sm:[&>:is(a,button):has(>svg)]:text-[length:0px]'

/** Where the reader is, and what can be done there; on a phone an arrow leads to what the page is under. */
export function PageHeader({ title, breadcrumb, count, aside, children }: PageHeaderProps) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
      <SidebarToggle />
      <div className="flex min-w-0 flex-1 items-center gap-1.5">
        {breadcrumb?.map((step, index) => (
          <Fragment key={step.to}>
            <AppLink
              to={step.to}
              aria-label={step.label}
              className={cx(
                'truncate rounded-chip text-title text-2 hover:text-1 hover:underline max-sm:shrink-0',
                index < breadcrumb.length - 1 && 'max-sm:hidden',
              )}
            >
              <span className="max-sm:hidden">{step.label}</span>
              <IconChevronLeft size={20} className="sm:hidden" aria-hidden />
            </AppLink>
            <IconChevronRight size={14} className="shrink-0 text-3 max-sm:hidden" aria-hidden />
          </Fragment>
        ))}
        <h1 tabIndex={-1} className="truncate text-title font-semibold outline-none">
          {title}
        </h1>
        {count !== undefined && (
          <span className="tabular shrink-0 text-title text-3">{numberText(count)}</span>
        )}
        {aside}
      </div>
      {children && (
        <div data-print="off" className={`flex shrink-0 items-center gap-2 ${iconsWhereNarrow}`}>
          {children}
        </div>
      )}
    </header>
  )
}
