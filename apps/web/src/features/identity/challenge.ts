import type { Challenge, ChallengeName } from '@steward/contracts/identity'
import { readStored, writeStored } from '../../ui/storage.ts'

/** What a sign-in still asks for. Never holds the password. */
export interface PendingChallenge extends Challenge {
  username: string
  remember: boolean
}

const key = 'steward.challenge'
const tab = () => sessionStorage

/** Where the tab stores nothing, the challenge lasts as long as the page. */
let inMemory: string | null = null

export function keepChallenge(challenge: PendingChallenge | null): void {
  inMemory = challenge && JSON.stringify(challenge)
  writeStored(key, inMemory, tab)
}

/** The pending challenge when it is one of these and its time has not run out. */
export function readChallenge(...names: ChallengeName[]): PendingChallenge | null {
  const text = inMemory ?? readStored(key, tab)
  if (!text) return null
  const challenge = JSON.parse(text) as PendingChallenge
  const isOver = Date.parse(challenge.expiresAt) <= Date.now()
  return !isOver && names.includes(challenge.challengeName) ? challenge : null
}
