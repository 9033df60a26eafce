const longestHashed = 128

/** The latest hash in two halves, neither of them zero: one array, because millions of pairs would have to be collected. */
export const hashed = new Int32Array(2)

/** Hashes a part of a text in two lanes; of a long one only both ends, as what tells records apart is short. */
export function hashText(text: string, start: number, end: number): void {
  const length = end - start
  let a = 0x9e3779b9 ^ length
  let b = 0x85ebca6b | 0
  const skipped = length > longestHashed ? length - longestHashed : 0
  const half = skipped > 0 ? start + longestHashed / 2 : end
  for (let at = start; at < end; at += 1) {
    if (at === half) at += skipped
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x01000193)
    b = (Math.imul(b, 0x5bd1e995) + code) | 0
  }
  keep(a, b)
}

const [zero, one, nine] = [48, 49, 57]

/** Hashes what a part of a text looks like, with a 1 for each digit; false where it has none but zeros. */
export function hashLook(text: string, start: number, end: number): boolean {
  let a = 0x9e3779b9 ^ (end - start)
  let b = 0x85ebca6b | 0
  let highest = zero
  for (let at = start; at < end; at += 1) {
    let code = text.charCodeAt(at)
    if (code >= zero && code <= nine) {
      if (code > highest) highest = code
      code = one
    }
    a = Math.imul(a ^ code, 0x01000193)
    b = (Math.imul(b, 0x5bd1e995) + code) | 0
  }
  keep(a, b)
  return highest > zero
}

function keep(a: number, b: number): void {
  const high = mix(a)
  hashed[0] = high
  hashed[1] = mix(b ^ high)
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x7feb352d)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x846ca68b)
  return mixed ^ (mixed >>> 16) || 1
}
