import { Fragment, type ReactNode } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { AppLink } from './app-link.tsx'
import { SidebarToggle } from './sidebar-toggle.tsx'
import { numberText } from '../ui/reader.ts'

type PageHeaderProps = {
  title: string
  /** What the page stands under, outermost first. */
  breadcrumb?: readonly { label: string; to: string }[]
  count?: number
  /** Beside the title, for example chips. */
  aside?: ReactNode
  /** Actions at the end, the primary one last. */
  children?: ReactNode
}

export function PageHeader({ title, breadcrumb, count, aside, children }: PageHeaderProps) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
      <SidebarToggle />
      <div className="flex min-w-0 flex-1 items-center gap-1.5">
        {breadcrumb?.map((step) => (
          <Fragment key={step.to}>
            <AppLink
              to={step.to}
              className="truncate rounded-chip text-title text-2 hover:text-1 hover:underline"
            >
              {step.label}
            </AppLink>
            <IconChevronRight size={14} className="shrink-0 text-3" aria-hidden />
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
      {children && <div className="flex shrink-0 items-center gap-2">{children}</div>}
    </header>
  )
}
