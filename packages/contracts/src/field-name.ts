import { builtInFields, fieldAliases, systemFields } from './built-in-field.ts'

const longestName = 63

const reserved = new Set(
  [...builtInFields, ...systemFields]
    .flatMap((field) => [field.name, field.name.replace('system:', '')])
    .concat(Object.keys(fieldAliases))
    .map((name) => name.toLowerCase()),
)

/** Whether a name, in any case, already means a built-in field. */
export function isReserved(name: string): boolean {
  return reserved.has(name.toLowerCase())
}

function plainName(displayName: string): string {
  const plain = displayName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return /^[a-z]/.test(plain) ? plain : `field_${plain}`.replace(/_$/, '')
}

/** An API name for a field that came without one; `taken` are the names of its level. */
export function deriveName(displayName: string, taken: readonly string[]): string {
  const known = new Set(taken.map((name) => name.toLowerCase()))
  const isFree = (name: string) => !known.has(name) && !isReserved(name)
  const base = plainName(displayName).slice(0, longestName)
  if (isFree(base)) return base
  for (let serial = 2; ; serial += 1) {
    const suffix = `_${serial}`
    const name = base.slice(0, longestName - suffix.length) + suffix
    if (isFree(name)) return name
  }
}
