import { IconSearch } from '@tabler/icons-react'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/kbd.tsx'
import { tooltip } from '../ui/tooltip.tsx'
import { openCommandMenu } from './command-menu/command-menu-state.ts'
import { preloadCommandMenu } from './command-menu/preload-command-menu.ts'

export function SearchButton({ folded }: { folded: boolean }) {
  return (
    <button
      type="button"
      aria-label={folded ? 'Search or jump to' : undefined}
      aria-haspopup="dialog"
      onClick={() => openCommandMenu('all')}
      onPointerEnter={preloadCommandMenu}
      onFocus={preloadCommandMenu}
      {...(folded ? tooltip('Search or jump to', 'mod+k', 'right') : {})}
      className={cx(
        'flex h-8 shrink-0 items-center gap-2 rounded-control border border-line bg-surface text-3 shadow-control hover:text-2',
        folded ? 'w-9 justify-center' : 'px-2',
      )}
    >
      <IconSearch size={16} className="shrink-0" aria-hidden />
      {!folded && (
        <>
          <span className="flex-1 truncate text-left">Search or jump to</span>
          <Kbd keys="mod+k" />
        </>
      )}
    </button>
  )
}
