const email = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/
const longestEmail = 320

/** A value for each byte, where some signs have others. */
function kindsOf(signs: string, kind: number, kinds = new Uint8Array(256)): Uint8Array {
  for (const sign of signs) kinds[sign.charCodeAt(0)] = kind
  return kinds
}

const [outside, atSign, dot, rare] = [1, 2, 3, 4]
/** The bytes of addresses. What is rare in one, such as accents, is left to the pattern. */
const emailKinds = new Uint8Array(256).fill(rare).fill(0, 33, 127)
kindsOf(' ,;<>"', outside, emailKinds)
kindsOf('@', atSign, emailKinds)
kindsOf('.', dot, emailKinds)

function fitsPattern(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > longestEmail * 4) return false
  const text = bytes.toString('utf8', start, end)
  return text.length <= longestEmail && email.test(text)
}

/** Whether a part of some bytes is an email address. */
export function isEmail(bytes: Buffer, start = 0, end = bytes.length): boolean {
  let atPlace = -1
  let dotPlace = -1
  for (let place = start; place < end; place += 1) {
    const kind = emailKinds[bytes[place] as number] as number
    if (kind === 0) continue
    if (kind === dot) {
      dotPlace = place
      continue
    }
    if (kind === rare) return fitsPattern(bytes, start, end)
    if (kind === outside || atPlace !== -1) return false
    atPlace = place
  }
  return isWhole(start, atPlace, dotPlace, end)
}

/** Whether there is enough before the @, between it and the last point, and behind that. */
const isWhole = (start: number, atPlace: number, dotPlace: number, end: number): boolean =>
  atPlace > start && dotPlace > atPlace + 1 && end - dotPlace > 2 && end - start <= longestEmail

/** Words that people write for no value; such a cell tells nothing about the type. */
const placeholders = new Set(
  'n/a na #n/a nan - -- null nil none unknown ? tbd tba undefined (blank) (null) (none)'.split(' '),
)
const longestPlaceholder = Math.max(...[...placeholders].map(({ length }) => length))

const inBothCases = (signs: string): string => signs + signs.toUpperCase()
const isFirst = kindsOf(inBothCases([...placeholders].map((word) => word.at(0)).join('')), 1)
const isLast = kindsOf(inBothCases([...placeholders].map((word) => word.at(-1)).join('')), 1)

/** Hardly any cell begins and ends as a word for no value does; only those are put into small letters. */
export function isPlaceholder(bytes: Buffer, start = 0, end = bytes.length): boolean {
  const length = end - start
  if (length === 0 || length > longestPlaceholder) return false
  if (isFirst[bytes[start] as number] === 0 || isLast[bytes[end - 1] as number] === 0) return false
  return placeholders.has(bytes.toString('latin1', start, end).toLowerCase())
}
