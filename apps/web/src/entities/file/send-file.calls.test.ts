import { beforeEach, expect, it, vi } from 'vitest'
import { sessionExpiredError } from '../../api/api-error.ts'
import { freshToken, refreshTokens } from '../../api/refresh.ts'
import { expireSession } from '../../api/session.ts'
import { withToken } from './send-file.calls.ts'

vi.mock('../../api/refresh.ts', () => ({ freshToken: vi.fn(), refreshTokens: vi.fn() }))
vi.mock('../../api/session.ts', () => ({ expireSession: vi.fn() }))

const { signal } = new AbortController()

beforeEach(() => {
  vi.resetAllMocks()
  vi.mocked(freshToken).mockResolvedValueOnce('old').mockResolvedValueOnce('new')
})

it('asks once more with a fresh token, and ends the session only when that is refused too', async () => {
  const request = vi.fn().mockRejectedValueOnce(sessionExpiredError()).mockResolvedValueOnce('stored')
  expect(await withToken(signal, request)).toBe('stored')
  expect(refreshTokens).toHaveBeenCalledWith('old')
  expect(request.mock.calls).toEqual([['old'], ['new']])
  expect(expireSession).not.toHaveBeenCalled()
})

it('ends the session when the fresh token is refused', async () => {
  const request = vi.fn().mockRejectedValue(sessionExpiredError())
  await expect(withToken(signal, request)).rejects.toThrow(sessionExpiredError().message)
  expect(request).toHaveBeenCalledTimes(2)
  expect(expireSession).toHaveBeenCalledTimes(1)
})

it('asks nothing once it was given up', async () => {
  const request = vi.fn()
  await expect(withToken(AbortSignal.abort(), request)).rejects.toThrow()
  expect(request).not.toHaveBeenCalled()
})
