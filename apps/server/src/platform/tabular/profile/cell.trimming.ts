import type { CellRun } from './cell.bytes.ts'
import { withoutGuard } from '../csv.writing.ts'

const [space, apostrophe, leadOfHardSpace, hardSpace] = [32, 39, 0xc2, 0xa0]

const isSpace = (byte: number): boolean => byte === space || (byte >= 9 && byte <= 13)

function trimmedStart(bytes: Buffer, start: number, end: number): number {
  let at = start
  while (at < end) {
    if (isSpace(bytes[at] as number)) at += 1
    else if (bytes[at] === leadOfHardSpace && bytes[at + 1] === hardSpace) at += 2
    else break
  }
  return at
}

/** The end of a cell without the space behind it. */
function cellEnd(bytes: Buffer, start: number, end: number): number {
  let at = end
  while (at > start) {
    if (isSpace(bytes[at - 1] as number)) at -= 1
    else if (bytes[at - 1] === hardSpace && bytes[at - 2] === leadOfHardSpace) at -= 2
    else break
  }
  return at
}

/** The start of a cell without the space in front of it, and without the guard that a text file may have there. */
function cellStart(bytes: Buffer, start: number, end: number, isText: boolean): number {
  const at = trimmedStart(bytes, start, end)
  if (!isText || bytes[at] !== apostrophe) return at
  const cell = bytes.toString('utf8', at, end)
  return withoutGuard(cell) === cell ? at : at + 1
}

/** Cells hardly ever have space around them, or a guard in front: those that have neither are taken as they are. */
function isBare(bytes: Buffer, start: number, end: number): boolean {
  const [first, last] = [bytes[start] as number, bytes[end - 1] as number]
  if (first <= space || first === apostrophe || first === leadOfHardSpace) return false
  return last > space && last !== hardSpace
}

type Untrimmed = Omit<CellRun, 'widest'>

/** Trims cells, and moves those that are not empty to the first places, where their places are changed. */
export function trimRun({ piece, starts, ends, from, to }: Untrimmed, isText: boolean): CellRun {
  const { bytes } = piece
  let filled = from
  let widest = 0
  for (let at = from; at < to; at += 1) {
    let start = starts[at] as number
    let end = ends[at] as number
    if (start >= end) continue
    if (!isBare(bytes, start, end)) {
      end = cellEnd(bytes, start, end)
      start = cellStart(bytes, start, end, isText)
      if (start >= end) continue
    }
    starts[filled] = start
    ends[filled] = end
    filled += 1
    if (end - start > widest) widest = end - start
  }
  return { piece, starts, ends, from, to: filled, widest }
}
