import { useSyncExternalStore } from 'react'
import { mostLogos } from '@steward/contracts/plain/stored-file'
import { readSession } from '../../api/session.ts'
import { readLogos } from './logo.calls.ts'

/** Logos by the ids of records, null where there is none; of the user who is signed in. */
let logos = new Map<number, string | null>()
let ofUser: number | undefined
let waiting = new Set<number>()
const listeners = new Set<() => void>()

async function read(recordIds: number[]): Promise<void> {
  const found = await readLogos(recordIds)
  for (const id of recordIds) logos.set(id, found.get(id) ?? null)
  for (const listener of listeners) listener()
}

/** Reads what was asked for since the last turn, in as few calls as there can be. A failure leaves initials. */
function readWaiting(): void {
  const recordIds = [...waiting]
  waiting = new Set()
  for (let at = 0; at < recordIds.length; at += mostLogos) {
    void read(recordIds.slice(at, at + mostLogos)).catch(() => undefined)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function ask(recordId: number): string | null {
  const { user } = readSession()
  if (!user?.companyLogos) return null
  if (user.userId !== ofUser) {
    ofUser = user.userId
    logos = new Map()
  }
  const known = logos.get(recordId)
  if (known !== undefined) return known
  logos.set(recordId, null)
  if (waiting.size === 0) setTimeout(readWaiting)
  waiting.add(recordId)
  return null
}

/** The imageUID of the logo of a record; null until it is read, and where there is none. */
export function useLogo(recordId: number | null): string | null {
  return useSyncExternalStore(subscribe, () => (recordId === null ? null : ask(recordId)))
}
