/**
 * Whether a key names something below the folder of its tenant, on every system: one that leads out of it, or
 * that a system could read in another way, is not plain.
 */
export function isPlainKey(key: string): boolean {
  if (key.includes('\\') || key.includes('\0')) return false
  return key.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}
