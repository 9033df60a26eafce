import { Suspense } from 'react'
import { IconAdjustments } from '@tabler/icons-react'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { textButton } from './card.tsx'
import type { CardsToArrange } from './cards-popover.tsx'

const CardsPopover = lazyPart(() => import('./cards-popover.tsx'), 'CardsPopover')

/** Chooses and orders the cards of the overview, for oneself and every record of the level. */
export function ArrangeCards(props: CardsToArrange) {
  const popover = useAnchor('dialog')
  return (
    <div className="flex justify-end" data-print="off">
      <button type="button" className={`${textButton} gap-1.5 text-2!`} {...popover.button}>
        <IconAdjustments size={14} aria-hidden />
        Arrange cards
      </button>
      {popover.used && (
        <Suspense>
          <CardsPopover {...props} anchor={popover.anchor} onClose={popover.close} />
        </Suspense>
      )}
    </div>
  )
}
