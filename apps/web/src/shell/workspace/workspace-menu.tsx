import { Suspense } from 'react'
import { IconSelector } from '@tabler/icons-react'
import { useUser } from '../../api/session.ts'
import { BrandMark } from '../../components/brand-mark.tsx'
import { cx } from '../../ui/cx.ts'
import { useAnchor } from '../../ui/use-anchor.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const WorkspaceMenuItems = lazyPart(() => import('./workspace-menu-items.tsx'), 'WorkspaceMenuItems')

export function WorkspaceMenu({ folded }: { folded: boolean }) {
  const user = useUser()
  const { anchor, used, close, button } = useAnchor('menu')
  const workspace = user.tenantName || 'Steward'
  return (
    <>
      <button
        type="button"
        aria-label={folded ? `${workspace}, workspace menu` : undefined}
        className={cx(
          'flex h-9 shrink-0 items-center gap-2 rounded-control hover:bg-hover data-popup-open:bg-hover',
          folded ? 'w-9 justify-center' : 'px-1.5',
        )}
        {...button}
      >
        <BrandMark />
        {!folded && (
          <>
            <span className="min-w-0 flex-1 truncate text-left text-title font-semibold">{workspace}</span>
            <IconSelector size={14} className="text-3" aria-hidden />
          </>
        )}
      </button>
      {used && (
        <Suspense>
          <WorkspaceMenuItems anchor={anchor} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
