/** A piece of a file in UTF-8, with the view that reads four bytes of it at once. */
export interface Piece {
  readonly bytes: Buffer
  readonly view: DataView
}

export const pieceOf = (bytes: Buffer): Piece => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length),
})

/** Some cells of a column as places in a piece, those from one index up to another. They are trimmed, and not empty. */
export interface CellRun {
  piece: Piece
  starts: Int32Array
  ends: Int32Array
  from: number
  to: number
  /** The bytes of the longest, or more. */
  widest: number
}

/** Texts behind each other in one piece, the next of which begins where one ends. */
export interface JoinedTexts {
  piece: Piece
  ends: number[]
}

export function joinTexts(texts: readonly string[]): JoinedTexts {
  const bytes = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + text.length * 3, 0))
  const ends: number[] = []
  let at = 0
  for (const text of texts) {
    at += bytes.write(text, at)
    ends.push(at)
  }
  return { piece: pieceOf(bytes), ends }
}

/** Texts as the cells of a column; none of them is empty. */
export function runOf(texts: readonly string[]): CellRun {
  const { piece, ends } = joinTexts(texts)
  return {
    piece,
    starts: Int32Array.from([0, ...ends]),
    ends: Int32Array.from(ends),
    from: 0,
    to: ends.length,
    widest: piece.bytes.length,
  }
}

/** How many UTF-16 units, as strings count them, the text of some bytes has. */
export function unitsOf(bytes: Uint8Array, start: number, end: number): number {
  let units = 0
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2
  }
  return units
}

/** At most so many characters of a text. */
export const firstOf = (bytes: Buffer, start: number, end: number, characters: number): string =>
  bytes.toString('utf8', start, Math.min(end, start + characters * 4)).slice(0, characters)

const [zero, nine] = [48, 57]

export function isDigitAt(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] as number
  return byte >= zero && byte <= nine
}

/** How many digits there are from a place on. */
export function digitsFrom(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && isDigitAt(bytes, at)) at += 1
  return at - from
}
