import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { IconPinnedOff } from '@tabler/icons-react'
import { layoutLimits } from '@steward/contracts/plain/field-layout-limit'
import type { FieldPin } from '@steward/contracts/field-layout'
import type { Level } from '@steward/contracts/level'
import { isSessionExpired } from '../../../api/api-error.ts'
import { errorPanelProps, errorText } from '../../../api/error-text.ts'
import { fieldPinsQuery } from '../../../entities/field/index.ts'
import { moveBeside, moveBy } from '../../../components/data-table/reorder.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TableSkeleton } from '../../../components/settings/table-skeleton.tsx'
import { definitionsQuery, useOrderPins } from '../field-admin.calls.ts'
import { placeText, useAnnouncer } from '../../../components/order/announcer.tsx'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, useDragOrder } from '../../../components/order/use-drag-order.ts'
import { TabIntro } from '../tab-intro.tsx'
import { TypeIcon, typeLabel } from '../type-icon.tsx'
import { usePinning } from './use-pinning.ts'

/** The fields at the head of every record of a level: which, and in which order. */
export function Pins({ level }: { level: Level }) {
  const { data: pins, error, refetch } = useQuery(fieldPinsQuery(level))
  if (error && !pins) return <ErrorPanel {...errorPanelProps(error)} onRetry={() => void refetch()} />
  if (!pins) return <TableSkeleton label="Loading the pins" />
  return (
    <div className="flex max-w-160 flex-col gap-4 px-4 py-5">
      <TabIntro title="At the head of every record">
        Pinned fields stand under the name of each {level.name}, before everything else. At most{' '}
        {layoutLimits.pins} can be pinned.
      </TabIntro>
      <AddPin level={level} pins={pins} />
      {pins.length === 0 ? (
        <EmptyState kind="nothing" title="Nothing is pinned yet">
          Pin what people look for first: a renewal date, the revenue, a tier.
        </EmptyState>
      ) : (
        <PinList level={level} pins={pins} />
      )}
    </div>
  )
}

type PinProps = { level: Level; pins: readonly FieldPin[] }

function AddPin({ level, pins }: PinProps) {
  const { data: fields = [] } = useQuery(definitionsQuery(level))
  const { pin, isBusy } = usePinning(level)
  // A new box each time, so that it is empty again after a choice.
  const [turn, setTurn] = useState(0)
  const pinned = new Set(pins.map(({ customColumnId }) => customColumnId))
  const free = fields.filter((field) => !pinned.has(field.customColumnId))
  const isFull = pins.length >= layoutLimits.pins
  return (
    <Field
      label="Pin a field"
      help={isFull ? 'Unpin one to make room for another.' : undefined}
      className="max-w-90"
    >
      <Combobox
        key={turn}
        value={null}
        placeholder="Find a custom field"
        disabled={isFull || isBusy || free.length === 0}
        options={free.map(({ customColumnId, displayName, dataType }) => ({
          value: customColumnId,
          label: displayName,
          detail: typeLabel(dataType),
          icon: <TypeIcon type={dataType} />,
        }))}
        onChange={(option) => {
          const field = free.find(({ customColumnId }) => customColumnId === option?.value)
          if (!field) return
          setTurn(turn + 1)
          void pin(field)
        }}
      />
    </Field>
  )
}

function PinList({ level, pins }: PinProps) {
  const { data: fields } = useQuery(definitionsQuery(level))
  const { unpin } = usePinning(level)
  const order = useOrderPins(level)
  const [live, announce] = useAnnouncer()
  const ids = pins.map(({ pinId }) => String(pinId))
  const typeOf = (pin: FieldPin) =>
    fields?.find(({ customColumnId }) => customColumnId === pin.customColumnId)?.dataType ?? ''

  async function put(next: readonly string[], moved: string) {
    if (next.join() === ids.join()) return
    const name = pins.find(({ pinId }) => String(pinId) === moved)?.displayName ?? ''
    announce(placeText(name, next.indexOf(moved), next.length))
    try {
      await order.mutateAsync(next.map(Number))
    } catch (error) {
      if (!isSessionExpired(error)) toast.error(errorText(error), { subject: 'pin-order' })
    }
  }

  const dragged = useDragOrder((moved, target, side) => void put(moveBeside(ids, moved, target, side), moved))
  return (
    <>
      <ol aria-label="Pinned fields" className="overflow-hidden rounded-card border border-line">
        {pins.map((pin) => {
          const id = String(pin.pinId)
          const drag = dragged(id)
          return (
            <li
              key={id}
              {...drag.row}
              className={cx(
                'flex h-11 items-center gap-2 border-b border-line bg-surface pr-2 pl-1.5 last:border-b-0 hover:bg-hover',
                dropEdge,
              )}
            >
              <DragHandle
                name={pin.displayName}
                dragging={drag.handle}
                onMove={(by) => void put(moveBy(ids, id, by), id)}
              />
              <TypeIcon type={typeOf(pin)} />
              <span className="min-w-0 flex-1 truncate font-medium">{pin.displayName}</span>
              <code className="truncate font-mono text-label text-3 max-sm:hidden">{pin.name}</code>
              <button
                type="button"
                aria-label={`Unpin ${pin.displayName}`}
                data-tooltip={`Unpin ${pin.displayName}`}
                onClick={() => void unpin(pin)}
                className="flex size-7 items-center justify-center rounded-control text-3 hover:bg-line hover:text-1"
              >
                <IconPinnedOff size={16} aria-hidden />
              </button>
            </li>
          )
        })}
      </ol>
      {live}
    </>
  )
}
