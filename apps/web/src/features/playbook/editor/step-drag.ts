import { useEffect, useRef, useState, type RefObject } from 'react'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

const place = Symbol('step')

export const stepId = (key: string): string => `playbook-${key}`

interface StepDrag {
  /** The whole step, on which others are dropped. */
  step: RefObject<HTMLElement | null>
  /** The handle by which it is dragged. */
  handle: RefObject<HTMLElement | null>
}

/** Lets steps be dragged to each other's places; answers whether one is held over this one. */
export function useStepDrag(
  { step, handle }: StepDrag,
  at: number,
  onMove: (from: number, to: number) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  useEffect(() => {
    const element = step.current
    if (!element || !handle.current) return undefined
    const placeIn = (data: Record<string | symbol, unknown>) => data[place] as number | undefined
    return combine(
      draggable({ element, dragHandle: handle.current, getInitialData: () => ({ [place]: at }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => placeIn(source.data) !== undefined && placeIn(source.data) !== at,
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop({ source }) {
          setOver(false)
          const from = placeIn(source.data)
          if (from !== undefined) latest.current(from, at)
        },
      }),
    )
  }, [step, handle, at])
  return isOver
}
