import { describe, expect, it, vi } from 'vitest'
import { createEditSession } from './edit-session.ts'

function open(before: string | null = 'old') {
  const save = vi.fn<(value: unknown) => void>()
  const close = vi.fn<(move: string) => void>()
  return { save, close, session: createEditSession(before, save, close) }
}

describe('an edit', () => {
  it('is saved once, whether Enter or the blur after it asks', () => {
    const { session, save, close } = open()
    session.commit({ ok: true, value: 'new' }, 'down')
    session.commit({ ok: true, value: 'new' }, 'stay')
    session.cancel()
    expect(save.mock.calls).toEqual([['new']])
    expect(close.mock.calls).toEqual([['down']])
  })

  it('is not saved when nothing changed', () => {
    const { session, save, close } = open()
    session.commit({ ok: true, value: 'old' }, 'next')
    expect(save).not.toHaveBeenCalled()
    expect(close).toHaveBeenCalledWith('next')
  })

  it('goes on after a value that cannot be taken', () => {
    const { session, save, close } = open()
    expect(session.commit({ ok: false, message: 'Not a number.' }, 'down')).toBe('Not a number.')
    expect(close).not.toHaveBeenCalled()
    expect(session.commit({ ok: true, value: null }, 'down')).toBeUndefined()
    expect(save).toHaveBeenCalledWith(null)
  })

  it('is dropped by Escape, and the blur that follows saves nothing', () => {
    const { session, save, close } = open()
    session.cancel()
    session.commit({ ok: true, value: 'new' }, 'stay')
    expect(save).not.toHaveBeenCalled()
    expect(close.mock.calls).toEqual([['stay']])
  })
})
