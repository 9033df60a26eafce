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
export function cellEnd(bytes: Buffer, start: number, end: number): number {
  let at = end
  while (at > start) {
    if (isSpace(bytes[at - 1] as number)) at -= 1
    else if (bytes[at - 1] === hardSpace && bytes[at - 2] === leadOfHardSpace) at -= 2
    else break
  }
  return at
}

/** The start of a cell without the space in front of it, and without the guard that a text file may have there. */
export function cellStart(bytes: Buffer, start: number, end: number, isText: boolean): number {
  const at = trimmedStart(bytes, start, end)
  if (!isText || bytes[at] !== apostrophe) return at
  const cell = bytes.toString('utf8', at, end)
  return withoutGuard(cell) === cell ? at : at + 1
}

/** Cells hardly ever have space around them, or a guard in front: those that have neither are taken as they are. */
export function isBare(bytes: Buffer, start: number, end: number): boolean {
  const [first, last] = [bytes[start] as number, bytes[end - 1] as number]
  if (first <= space || first === apostrophe || first === leadOfHardSpace) return false
  return last > space && last !== hardSpace
}
