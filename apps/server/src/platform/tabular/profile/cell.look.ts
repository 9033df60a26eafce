const email = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/
const longestEmail = 320
const [space, tilde, at, dot] = [32, 126, 64, 46]

/** Marks those of the first 128 characters that are among some signs, in either case. */
function marksOf(signs: (string | undefined)[]): Uint8Array {
  const marks = new Uint8Array(128)
  for (const sign of signs.flatMap((one = '') => [one, one.toUpperCase()])) marks[sign.charCodeAt(0)] = 1
  return marks
}

/** Printable signs that no address has outside of its one @. */
const isOutside = marksOf([...' ,;<>"'])

/** The place of the only @ in a part of a text; -1 where there is none or more, or a sign that no address has. */
function onlyAt(text: string, start: number, end: number): number {
  let found = -1
  for (let place = start; place < end; place += 1) {
    const code = text.charCodeAt(place)
    if (isOutside[code] === 1) return -1
    if (code !== at) continue
    if (found !== -1) return -1
    found = place
  }
  return found
}

function isPrintable(text: string, start: number, end: number): boolean {
  for (let place = start; place < end; place += 1) {
    const code = text.charCodeAt(place)
    if (code < space || code > tilde) return false
  }
  return true
}

/** Whether a part of a text is an email address. Signs that are rare in one leave it to the pattern. */
export function isEmail(text: string, start = 0, end = text.length): boolean {
  if (end - start > longestEmail) return false
  if (!isPrintable(text, start, end)) return email.test(text.slice(start, end))
  const atPlace = onlyAt(text, start, end)
  if (atPlace <= start) return false
  let dotPlace = end - 1
  while (dotPlace > atPlace && text.charCodeAt(dotPlace) !== dot) dotPlace -= 1
  return dotPlace > atPlace + 1 && end - dotPlace > 2
}

/** Words that people write for no value; such a cell tells nothing about the type. */
const placeholders = new Set(
  'n/a na #n/a nan - -- null nil none unknown ? tbd tba undefined (blank) (null) (none)'.split(' '),
)
const longestPlaceholder = Math.max(...[...placeholders].map(({ length }) => length))

const isFirst = marksOf([...placeholders].map((word) => word.at(0)))
const isLast = marksOf([...placeholders].map((word) => word.at(-1)))

/** Hardly any cell begins and ends as a word for no value does; only those are put into small letters. */
export function isPlaceholder(text: string, start = 0, end = text.length): boolean {
  const length = end - start
  if (length === 0 || length > longestPlaceholder) return false
  if (isFirst[text.charCodeAt(start)] !== 1 || isLast[text.charCodeAt(end - 1)] !== 1) return false
  return placeholders.has(text.slice(start, end).toLowerCase())
}
