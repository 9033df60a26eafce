import { expect, it, vi } from 'vitest'
import { isOwnChange, noteOwnChange } from './own-changes.ts'

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

it('knows a change as its own of which it hears before the answer', async () => {
  const answer = Promise.withResolvers<Response>()
  noteOwnChange(answer.promise)
  const known = isOwnChange(7)
  const response = json({ data: { name: 'Alder' }, changeSetId: 7 })
  answer.resolve(response)
  expect(await known).toBe(true)
  expect(await response.json()).toMatchObject({ changeSetId: 7 })
  noteOwnChange(Promise.resolve(json({ data: { changeSetId: 8 } })))
  expect(await isOwnChange(8)).toBe(true)
})

it('takes a change for that of someone else where no answer names it', async () => {
  noteOwnChange(Promise.reject(new TypeError('Failed to fetch')))
  noteOwnChange(Promise.resolve(new Response(null, { status: 204 })))
  noteOwnChange(Promise.resolve(json(null)))
  expect(await isOwnChange(9)).toBe(false)
})

it('waits two seconds for answers at most', async () => {
  vi.useFakeTimers()
  noteOwnChange(new Promise(() => undefined))
  const known = isOwnChange(10)
  await vi.advanceTimersByTimeAsync(2001)
  expect(await known).toBe(false)
  vi.useRealTimers()
})
