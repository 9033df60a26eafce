import { useEffect, useRef, useState, type RefObject } from 'react'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Task } from '@steward/contracts/task'

const key = Symbol('task')

type DragData = Record<string | symbol, unknown>

const taskIn = (data: DragData): Task | undefined => data[key] as Task | undefined

/** Lets a task be dragged by an element. */
export function useTaskDrag(place: RefObject<HTMLElement | null>, task: Task, isOn: boolean): void {
  useEffect(() => {
    const element = place.current
    if (!element || !isOn) return undefined
    return draggable({ element, getInitialData: () => ({ [key]: task }) })
  }, [place, task, isOn])
}

/** Lets tasks be dropped on an element; answers whether one is held over it. */
export function useTaskDrop(
  place: RefObject<HTMLElement | null>,
  isOn: boolean,
  onDrop: (task: Task) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => {
    const element = place.current
    if (!element || !isOn) return undefined
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => taskIn(source.data) !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop({ source }) {
        setOver(false)
        const task = taskIn(source.data)
        if (task) latest.current(task)
      },
    })
  }, [place, isOn])
  return isOver
}
