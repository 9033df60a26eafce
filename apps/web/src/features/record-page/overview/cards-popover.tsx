import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { overviewCards, type OverviewCard } from '@steward/contracts/plain/overview-card'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { updateOverviewCards } from '../../../entities/overview/index.ts'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { AnchoredPopover } from '../../../ui/anchored.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { toast } from '../../../ui/toast.tsx'
export interface CardsToArrange {
  /** What the level has, with its labels. */
  offered: readonly { card: OverviewCard; label: string }[]
  /** What its reader wants, in their order. */
  shown: readonly OverviewCard[]
}

interface CardsPopoverProps extends CardsToArrange {
  anchor: Element | null
  onClose: () => void
}

/** Which cards are shown and in which order; every change is kept at once. */
export function CardsPopover({ offered, shown, anchor, onClose }: CardsPopoverProps) {
  const { level } = useRecordScreen()
  const client = useQueryClient()
  const isOffered = (card: OverviewCard) => offered.some((each) => each.card === card)
  // A checkbox has to change with the press; the page follows a moment later.
  const [asked, setAsked] = useState<readonly OverviewCard[]>()
  const order = (asked ?? shown).filter(isOffered)
  const hidden = offered.map(({ card }) => card).filter((card) => !order.includes(card))
  const labelOf = (card: OverviewCard) => offered.find((each) => each.card === card)?.label ?? ''

  function keep(cards: OverviewCard[] | null) {
    setAsked(cards ?? overviewCards)
    updateOverviewCards(client, level, cards)
      .catch((error: unknown) => {
        if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'overview-cards' })
      })
      .finally(() => setAsked(undefined))
  }

  function move(card: OverviewCard, step: -1 | 1) {
    const place = order.indexOf(card)
    const other = order[place + step]
    if (other) keep(order.with(place, other).with(place + step, card))
  }

  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} label="Arrange cards" align="end" className="w-72 p-2">
      <ul>
        {[...order, ...hidden].map((card) => {
          const place = order.indexOf(card)
          const label = labelOf(card)
          return (
            <li key={card} className="flex h-9 items-center gap-1 pl-2">
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={label}
                  checked={place >= 0}
                  onCheckedChange={(on) =>
                    keep(on ? [...order, card] : order.filter((each) => each !== card))
                  }
                />
              </span>
              {place >= 0 && (
                <>
                  <IconButton
                    size="sm"
                    label={`Move ${label} up`}
                    disabled={place === 0}
                    icon={<IconArrowUp aria-hidden />}
                    onClick={() => move(card, -1)}
                  />
                  <IconButton
                    size="sm"
                    label={`Move ${label} down`}
                    disabled={place === order.length - 1}
                    icon={<IconArrowDown aria-hidden />}
                    onClick={() => move(card, 1)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-1 border-t border-line pt-2">
        <Button size="sm" variant="ghost" onClick={() => keep(null)}>
          Usual cards
        </Button>
      </div>
    </AnchoredPopover>
  )
}
