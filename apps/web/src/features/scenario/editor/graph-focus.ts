import { catchKeys } from '../../../ui/typed-ahead.ts'

const waiting = '[data-graph-waiting]'

/** Where Tab goes into the graph. */
export const graphEntrance = '[data-node][tabindex="0"], [data-row][tabindex="0"]'

/** Whether the focus waits for the graph. */
export const isGraphAwaited = (): boolean => document.activeElement?.matches(waiting) ?? false

/**
 * Gives the focus to a node; without one, to where Tab goes into the graph, or to the first trigger to choose. While the
 * graph is still on its way, keys are kept for it.
 */
export function focusGraph(key: string | null): void {
  const places =
    key === null
      ? `${graphEntrance}, [data-trigger]`
      : `[data-node="${CSS.escape(key)}"], [data-row="${CSS.escape(key)}"]`
  document.querySelector<HTMLElement>(`${places}, ${waiting}`)?.focus()
  if (isGraphAwaited()) catchKeys()
}
