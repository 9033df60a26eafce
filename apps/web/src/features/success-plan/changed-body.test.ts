import { expect, test } from 'vitest'
import { changedBody } from './changed-body.ts'

test('a form sends what was changed in it, and nothing else', () => {
  const opened = { name: 'Rollout', ownerId: null, collaborators: [1, 2] }
  expect(changedBody(opened, { ...opened, collaborators: [1, 2] })).toEqual({})
  expect(changedBody(opened, { name: 'Rollout', ownerId: 3, collaborators: [2] } as never)).toEqual({
    ownerId: 3,
    collaborators: [2],
  })
  expect(changedBody<{ value?: number | null }>({}, { value: null })).toEqual({ value: null })
})
