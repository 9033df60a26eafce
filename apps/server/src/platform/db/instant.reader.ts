const zero = 48

/** The number that two digits of a text are. */
const two = (text: string, at: number): number =>
  (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero

/** Whether a text is an instant in UTC of a year of four digits, such as `2026-04-13 09:30:00.125+00`. */
const isPlain = (text: string): boolean =>
  text.length >= 22 && text[4] === '-' && text[0] !== '0' && text.endsWith('+00')

/** The milliseconds of a plain instant; the digits after them are left out. */
function millisecondsOf(text: string): number {
  let milliseconds = 0
  let worth = 100
  for (let at = 20; at < Math.min(text.length - 3, 23); at += 1) {
    milliseconds += (text.charCodeAt(at) - zero) * worth
    worth /= 10
  }
  return milliseconds
}

/**
 * Reads instants as the database writes them. The driver takes a regular expression apart for each, which is a good part
 * of reading a list; nearly all of ours are plain, and `readOther` reads the rest.
 */
export function instantReader(readOther: (text: string) => Date): (text: string) => Date {
  return (text) => {
    if (!isPlain(text)) return readOther(text)
    const year = two(text, 0) * 100 + two(text, 2)
    const [month, day] = [two(text, 5) - 1, two(text, 8)]
    const [hours, minutes, seconds] = [two(text, 11), two(text, 14), two(text, 17)]
    return new Date(Date.UTC(year, month, day, hours, minutes, seconds, millisecondsOf(text)))
  }
}

/** `2026-03-14 09:26:53.123+00` as ISO 8601; connections work in UTC. */
export function isoOf(text: string): string {
  const zone = text.indexOf('+')
  const fraction = zone === -1 ? text.slice(20, 23) : text.slice(20, Math.min(zone, 23))
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`
}

/** Microseconds since 1970 at an instant, which the database writes with up to six digits after the seconds. */
export function microsOf(text: string): number {
  const [digits = ''] = /(?<=\.)\d+/.exec(text) ?? []
  const seconds = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}Z`)
  return seconds * 1000 + Number(digits.padEnd(6, '0'))
}
