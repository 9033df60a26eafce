import { closeSidebar } from '../../components/sidebar-state.ts'
import { useAppParts, type SidebarPanel } from '../../feature.ts'
import { Badge } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'
import { numberText } from '../../ui/reader.ts'
import { tooltip } from '../../ui/tooltip.tsx'
import { showPanel } from './panel-state.ts'

const mostShown = 99

/** The drawers that open from the top of the sidebar, each with its number. */
export function PanelButtons({ folded }: { folded: boolean }) {
  const panels = useAppParts().flatMap(({ panels: own = [] }) => own)
  return panels.map((panel) => (
    <panel.Counted key={panel.name}>
      {(count) => <PanelButton panel={panel} folded={folded} count={count} />}
    </panel.Counted>
  ))
}

type PanelButtonProps = { panel: SidebarPanel; folded: boolean; count: number }

function PanelButton({ panel, folded, count }: PanelButtonProps) {
  const { name, label, icon: Icon, key } = panel
  const text = count > mostShown ? `${mostShown}+` : numberText(count)
  return (
    <button
      type="button"
      aria-label={folded ? (count > 0 ? `${label} ${text} unread` : label) : undefined}
      aria-haspopup="dialog"
      onClick={() => {
        closeSidebar()
        showPanel(name)
      }}
      {...tooltip(label, `g ${key}`, 'right')}
      className={cx(
        'relative flex h-7 shrink-0 items-center gap-2.5 rounded-control font-medium text-2 hover:bg-hover hover:text-1',
        folded ? 'w-9 justify-center' : 'px-2',
      )}
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      {!folded && <span className="flex-1 truncate text-left">{label}</span>}
      {count > 0 &&
        (folded ? (
          <span className="absolute top-1 right-1.5 size-2 rounded-full bg-accent" aria-hidden />
        ) : (
          <>
            <Badge tone="accent">{text}</Badge>
            <span className="sr-only">unread</span>
          </>
        ))}
    </button>
  )
}
