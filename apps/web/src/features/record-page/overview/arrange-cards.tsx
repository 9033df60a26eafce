import { Suspense } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconAdjustments } from '@tabler/icons-react'
import type { OverviewCard } from '@steward/contracts/plain/overview-card'
import { LazyOrderPopover } from '../../../components/lazy-order-popover.ts'
import { updateOverviewCards } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { textButton } from './card.tsx'

interface ArrangeCardsProps {
  /** The cards of the level, with their labels. */
  offered: readonly { key: OverviewCard; label: string }[]
  /** The cards that the reader wants, in their order. */
  shown: readonly OverviewCard[]
}

/** Chooses and orders the cards of the overview, for oneself and every record of the level. */
export function ArrangeCards({ offered, shown }: ArrangeCardsProps) {
  const { level } = useRecordScreen()
  const client = useQueryClient()
  const popover = useAnchor('dialog')
  return (
    <div className="flex justify-end" data-print="off">
      <button type="button" className={`${textButton} gap-1.5 text-2!`} {...popover.button}>
        <IconAdjustments size={14} aria-hidden />
        Arrange cards
      </button>
      {popover.used && (
        <Suspense>
          <LazyOrderPopover
            anchor={popover.anchor}
            label="Arrange cards"
            offered={offered}
            shown={shown}
            resetLabel="Default cards"
            onChange={(cards) => updateOverviewCards(client, level, cards as OverviewCard[] | null)}
            onClose={popover.close}
          />
        </Suspense>
      )}
    </div>
  )
}
