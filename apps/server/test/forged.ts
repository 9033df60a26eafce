/** A signature that is not the one given: its last letters may be spare bits, and its first never is. */
export function forged(signature = ''): string {
  return `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
}
