import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteOwnChange } from '../../api/own-changes.ts'
import { rememberUndo, takeLastUndo } from './undo.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const remember = (changeSetId: number) => rememberUndo({ changeSetId, label: 'A change', subject: 'change' })

it('takes changes back from the last one on', async () => {
  remember(1)
  remember(2)
  expect((await takeLastUndo())?.changeSetId).toBe(2)
  expect((await takeLastUndo())?.changeSetId).toBe(1)
  expect(await takeLastUndo()).toBeUndefined()
})

it('leaves changes alone that are older than a minute', async () => {
  remember(1)
  vi.advanceTimersByTime(60_001)
  expect(await takeLastUndo()).toBeUndefined()
})

it('takes back a change whose answer comes after the key', async () => {
  remember(1)
  const answer = Promise.withResolvers<Response>()
  noteOwnChange(answer.promise)
  const taken = takeLastUndo()
  answer.resolve(new Response(null, { status: 204 }))
  void answer.promise.then(() => remember(2))
  await vi.runAllTimersAsync()
  expect((await taken)?.changeSetId).toBe(2)
})
