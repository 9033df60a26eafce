import { AppLink } from '../components/app-link.tsx'
import { closeSidebar } from '../components/sidebar-state.ts'
import { cx } from '../ui/cx.ts'
import { tooltip } from '../ui/tooltip.tsx'
import type { Destination } from '../feature.ts'

type SidebarLinkProps = { item: Destination; folded: boolean; current: boolean }

export function SidebarLink({ item, folded, current }: SidebarLinkProps) {
  const keys = item.key && `g ${item.key}`
  return (
    <AppLink
      to={item.to}
      aria-current={current ? 'page' : undefined}
      aria-label={folded ? item.label : undefined}
      onClick={closeSidebar}
      {...(folded ? tooltip(item.label, keys, 'right') : {})}
      className={cx(
        'flex h-7 items-center gap-2.5 rounded-control font-medium',
        folded ? 'w-9 justify-center' : 'px-2',
        current ? 'bg-surface text-1 shadow-control ring-1 ring-line' : 'text-2 hover:bg-hover hover:text-1',
      )}
    >
      <item.icon size={16} className={cx('shrink-0', current && 'text-accent-text')} aria-hidden />
      {!folded && <span className="truncate">{item.label}</span>}
    </AppLink>
  )
}
