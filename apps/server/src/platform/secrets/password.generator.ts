import { randomInt } from 'node:crypto'

// Without the characters that are easily taken for one another.
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const kinds = [/[a-z]/, /[A-Z]/, /\d/]

function group(): string {
  return Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

/** A strong password (about 93 bits) in four groups of four, such as `mK7w-Xq3d-Rt9p-bN4h`. */
export function generatePassword(): string {
  for (;;) {
    const password = Array.from({ length: 4 }, group).join('-')
    if (kinds.every((kind) => kind.test(password))) return password
  }
}
