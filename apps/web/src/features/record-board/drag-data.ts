import type { ColumnKey } from './board-model.ts'

const card = Symbol('board card')
const column = Symbol('board column')

type DragData = Record<string | symbol, unknown>

/** What a card carries while it is dragged. */
export const cardData = (id: number): DragData => ({ [card]: id })

/** The card that is dragged; undefined for anything else. */
export const cardOf = (data: DragData): number | undefined => data[card] as number | undefined

/** What a column says about itself to what is dropped on it. */
export const columnData = (key: ColumnKey): DragData => ({ [column]: { key } })

export const columnKeyOf = (data: DragData): { key: ColumnKey } | undefined =>
  data[column] as { key: ColumnKey } | undefined
