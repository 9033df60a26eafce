import { longestFileName } from '@steward/contracts/plain/stored-file'

/** Control characters, and the invisible ones by which a name reads differently from what it is. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
const longestEnding = 20
/** Characters that a name can't end with. */
const loose = /[\s.]+$/u

/** Cuts a name to its length, and leaves the ending of its kind. */
function shortened(name: string): string {
  const letters = [...name]
  if (letters.length <= longestFileName) return name
  const dot = name.lastIndexOf('.')
  const ending = [...(dot > 0 ? name.slice(dot) : '')]
  const kept = ending.length <= longestEnding ? ending : []
  const cut = letters
    .slice(0, longestFileName - kept.length)
    .join('')
    .replace(loose, '')
  return cut + kept.join('')
}

/** The name of a file as it is kept: without folders, control characters and what turns its letters around. */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replaceAll(hidden, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s.]+|[\s.]+$/gu, '')
  return shortened(name) || 'file'
}
