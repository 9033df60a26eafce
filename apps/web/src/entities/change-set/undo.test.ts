import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberUndo, takeLastUndo } from './undo.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const remember = (changeSetId: number) => rememberUndo({ changeSetId, label: 'A change', subject: 'change' })

it('takes changes back from the last one on', () => {
  remember(1)
  remember(2)
  expect(takeLastUndo()?.changeSetId).toBe(2)
  expect(takeLastUndo()?.changeSetId).toBe(1)
  expect(takeLastUndo()).toBeUndefined()
})

it('leaves changes alone that are older than a minute', () => {
  remember(1)
  vi.advanceTimersByTime(60_001)
  expect(takeLastUndo()).toBeUndefined()
})
