import { useSyncExternalStore } from 'react'
import { readSession, subscribeSession } from './session.ts'

const listeners = new Set<() => void>()
let question: PromiseWithResolvers<boolean> | null = null

function set(next: typeof question): void {
  question = next
  for (const listener of listeners) listener()
}

/** Asks for the user's password, once for all calls that wait for it. True when it was right. */
export function askForPassword(): Promise<boolean> {
  if (!question) set(Promise.withResolvers<boolean>())
  return question!.promise
}

export function answerConfirmation(isConfirmed: boolean): void {
  question?.resolve(isConfirmed)
  set(null)
}

// The question is one to anyone who was signed in.
subscribeSession(() => {
  if (readSession().state === 'signed-out') answerConfirmation(false)
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the password is asked for. */
export function useConfirmationAsked(): boolean {
  return useSyncExternalStore(subscribe, () => question !== null)
}
