import { fold } from '@steward/conditions'

/** Words of a name that many share, which say nothing about whether two names are of one company. */
const common = new Set(
  'inc llc ltd limited corp corporation company co gmbh ag kg sa sas sarl srl spa bv nv ab as oy plc pty group holding holdings the and und et of de la'.split(
    ' ',
  ),
)

/** The words of a name that tell it from others; of a name without letters and digits, all of it. */
function wordsOf(name: string): string[] {
  const folded = fold(name)
  const words = folded
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  if (words.length === 0) return [folded]
  const telling = words.filter((word) => !common.has(word))
  return telling.length > 0 ? telling : words
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(1, text.length - 1) }, (_, at) => text.slice(at, at + 2))
}

/** Twice the pairs of letters that both texts have, by all their pairs: 1 for the same text, 0 for nothing shared. */
function alikeness(a: string, b: string): number {
  const left = pairsOf(a)
  const open = pairsOf(b)
  const total = left.length + open.length
  const shared = left.filter((pair) => {
    const at = open.indexOf(pair)
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / total
}

const initials = (words: readonly string[]): string => words.map(([first]) => first ?? '').join('')

/** Below it, two names look like those of two companies. */
const leastAlikeness = 0.35
const longestCompared = 100

/** Whether two names have so little in common that they are hardly of one company or person. */
export function areUnrelatedNames(before: string, after: string): boolean {
  const [left, right] = [wordsOf(before), wordsOf(after)]
  if (left.some((word) => right.includes(word))) return false
  if (initials(left) === right.join('') || initials(right) === left.join('')) return false
  return (
    alikeness(left.join('').slice(0, longestCompared), right.join('').slice(0, longestCompared)) <
    leastAlikeness
  )
}
