import { useRouter } from '@tanstack/react-router'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { AppLink } from '../../components/app-link.tsx'
import { useGo } from '../../components/go.ts'
import { useSearchParams } from '../../components/search-params.ts'
import { useShortcut } from '../../components/shortcuts.ts'
import { cx } from '../../ui/cx.ts'

type View = 'list' | 'board'

type ViewSwitchProps = {
  view: View
  /** Where the other one is. */
  addressOf: (view: View) => string
}

const views = [
  { view: 'list', label: 'List', Icon: IconList },
  { view: 'board', label: 'Board', Icon: IconLayoutKanban },
] as const

/** What goes along from one view to the other. */
const shared = new Set(['filter', 'sort', 'q', 'mine', 'cols', 'peek', 'group', 'sum'])

/** The same records as a list or as a board; `V` changes between them. */
export function ViewSwitch({ view, addressOf }: ViewSwitchProps) {
  const router = useRouter()
  const go = useGo()
  const [search] = useSearchParams()
  const kept = Object.fromEntries(Object.entries(search).filter(([name]) => shared.has(name)))

  function hrefOf(target: View) {
    const [path, own] = addressOf(target).split('?')
    return (
      path + router.options.stringifySearch!({ ...kept, ...(own ? router.options.parseSearch!(own) : {}) })
    )
  }

  useShortcut('v', () => go(hrefOf(view === 'list' ? 'board' : 'list')), {
    label: 'List or board',
    group: 'View',
  })

  return (
    <nav
      aria-label="Show as"
      className="flex h-7 shrink-0 items-stretch gap-0.5 rounded-control bg-hover p-0.5"
    >
      {views.map(({ view: target, label, Icon }) => (
        <AppLink
          key={target}
          to={hrefOf(target)}
          aria-label={label}
          aria-current={target === view ? 'page' : undefined}
          data-tooltip={label}
          data-tooltip-keys={target === view ? undefined : 'v'}
          className={cx(
            'flex w-7 items-center justify-center rounded-chip [&_svg]:size-4',
            target === view ? 'bg-picked text-1 shadow-control' : 'text-2 hover:text-1',
          )}
        >
          <Icon aria-hidden />
        </AppLink>
      ))}
    </nav>
  )
}
