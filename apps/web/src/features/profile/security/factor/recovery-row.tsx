import { IconAlertTriangle, IconLifebuoy } from '@tabler/icons-react'
import { Button } from '../../../../ui/button.tsx'

const few = 3

/** How many recovery codes are left, and the way to new ones. */
export function RecoveryRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  const isLow = left < few
  const Mark = isLow ? IconAlertTriangle : IconLifebuoy
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line px-3 py-2.5">
      <Mark
        size={20}
        stroke={1.5}
        className={isLow ? 'shrink-0 text-average-mark' : 'shrink-0 text-3'}
        aria-hidden
      />
      <div className="min-w-40 flex-1">
        <p className="font-medium">Recovery codes</p>
        <p className={isLow ? 'text-label text-average' : 'text-label text-2'}>
          {left === 1 ? '1 code is left' : `${left} codes are left`}
        </p>
      </div>
      <Button size="sm" onClick={onRenew}>
        New codes
      </Button>
    </div>
  )
}
