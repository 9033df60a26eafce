import { useState } from 'react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { isSessionExpired } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { AnchoredPopover } from '../ui/anchored.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'

interface OrderPopoverProps {
  anchor: Element | null
  label: string
  /** All things that there are; undefined while they are on their way. */
  offered: readonly { key: string; label: string }[] | undefined
  /** The things that the reader wants, in their order. */
  shown: readonly string[]
  /** As many as there is room for. */
  most?: number
  resetLabel: string
  /** Keeps another choice; null for the default one. */
  onChange: (keys: string[] | null) => Promise<unknown>
  onClose: () => void
}

/** Chooses and orders the things that are shown; every change is kept at once. */
export function OrderPopover(props: OrderPopoverProps) {
  const { anchor, label, offered, shown, most = Infinity, resetLabel, onChange, onClose } = props
  // A checkbox has to change with the press; the page follows a moment later.
  const [asked, setAsked] = useState<readonly string[]>()
  const order = (asked ?? shown).filter((key) => offered?.some((each) => each.key === key))
  const known = new Map(offered?.map((each) => [each.key, each.label]))
  const hidden = [...known.keys()].filter((key) => !order.includes(key))

  function keep(keys: string[] | null) {
    setAsked(keys ?? undefined)
    onChange(keys)
      .catch((error: unknown) => {
        if (!isSessionExpired(error)) toast.error(errorText(error), { subject: `order ${label}` })
      })
      .finally(() => setAsked(undefined))
  }

  function move(key: string, step: -1 | 1) {
    const place = order.indexOf(key)
    const other = order[place + step]
    if (other) keep(order.with(place, other).with(place + step, key))
  }

  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} label={label} align="end" className="w-72 p-2">
      {!offered && <Skeleton className="m-2 h-4 w-28" />}
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {[...order, ...hidden].map((key) => {
          const place = order.indexOf(key)
          const name = known.get(key) ?? ''
          return (
            <li key={key} className="flex h-9 items-center gap-1 pl-2">
              <span className="min-w-0 flex-1">
                <Checkbox
                  label={name}
                  checked={place >= 0}
                  disabled={place < 0 && order.length >= most}
                  onCheckedChange={(on) => keep(on ? [...order, key] : order.filter((each) => each !== key))}
                />
              </span>
              {place >= 0 && (
                <>
                  <IconButton
                    size="sm"
                    label={`Move ${name} up`}
                    disabled={place === 0}
                    icon={<IconArrowUp aria-hidden />}
                    onClick={() => move(key, -1)}
                  />
                  <IconButton
                    size="sm"
                    label={`Move ${name} down`}
                    disabled={place === order.length - 1}
                    icon={<IconArrowDown aria-hidden />}
                    onClick={() => move(key, 1)}
                  />
                </>
              )}
            </li>
          )
        })}
      </ul>
      <div className="mt-1 border-t border-line pt-2">
        <Button size="sm" variant="ghost" onClick={() => keep(null)}>
          {resetLabel}
        </Button>
      </div>
    </AnchoredPopover>
  )
}
