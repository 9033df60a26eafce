import { hasForbiddenCharacters } from '@steward/contracts/value'

function insideOf(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([key, item]) => [path === '' ? key : `${path}.${key}`, item])
}

const most = 10_000

/** The path of the first text in a value that cannot be stored, or undefined. Looks at no more than 10,000 places. */
export function findUnstorable(value: unknown): string | undefined {
  const queue: [string, unknown][] = [['', value]]
  for (let at = 0; at < queue.length && at < most; at += 1) {
    const [path, item] = queue[at] as [string, unknown]
    if (hasForbiddenCharacters(path)) return path.replaceAll('\u0000', '').toWellFormed()
    if (typeof item === 'string' && hasForbiddenCharacters(item)) return path
    for (const inner of insideOf(item, path)) queue.push(inner)
  }
  return undefined
}
