import { readStored, writeStored } from '../../ui/storage.ts'

// Of all levels; a list shows a few of its own.
const most = 20
const key = (userId: number) => `steward.recent-segments.${userId}`

/** The ids of the segments that a user opened last on this device, the latest first. */
export function readRecentSegments(userId: number): number[] {
  return (readStored(key(userId)) ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
}

export function rememberSegment(userId: number, id: number): void {
  const others = readRecentSegments(userId).filter((other) => other !== id)
  writeStored(key(userId), [id, ...others].slice(0, most).join(','))
}
