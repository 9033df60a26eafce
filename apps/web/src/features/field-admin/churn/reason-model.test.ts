import { describe, expect, it } from 'vitest'
import {
  addReason,
  changeReason,
  draftOf,
  dropReason,
  heldBy,
  inputOf,
  newReason,
  problemsOf,
  refusalsOf,
  removeReason,
  stepReason,
  type ReasonDraft,
} from './reason-model.ts'

const reason = (reasonId: number, name: string, records = 0) => ({ reasonId, name, retired: false, records })
const draft = draftOf([
  { ...reason(1, 'Price', 2), children: [reason(11, 'Cut', 3), reason(12, 'Dear')] },
  { ...reason(2, 'Product'), children: [reason(21, 'Bugs')] },
])

const shape = (reasons: ReasonDraft) =>
  reasons.map(({ name, children }) => [name, ...children.map((child) => child.name)].join('/'))

describe('reasons being written', () => {
  it('are added, renamed and removed in their place', () => {
    const fresh = { ...newReason(), name: 'New ' }
    const more = addReason(addReason(draft, '2', fresh), null, { ...newReason(), name: 'Other' })
    expect(shape(changeReason(more, '12', { name: 'Too dear' }))).toEqual([
      'Price/Cut/Too dear',
      'Product/Bugs/New ',
      'Other',
    ])
    expect(inputOf(more)[1]?.children[1]).toEqual({ reasonId: null, name: 'New', retired: false })
    expect(shape(removeReason(removeReason(more, '1'), '21'))).toEqual(['Product/New ', 'Other'])
  })

  it('step among those beside them and no further', () => {
    expect(shape(stepReason(draft, '12', -1))).toEqual(['Price/Dear/Cut', 'Product/Bugs'])
    expect(shape(stepReason(draft, '12', 1))).toEqual(shape(draft))
    expect(shape(stepReason(draft, '2', -1))).toEqual(['Product/Bugs', 'Price/Cut/Dear'])
  })

  it.each([
    ['11', '21', 'after', ['Price/Dear', 'Product/Bugs/Cut']],
    ['11', '21', 'before', ['Price/Dear', 'Product/Cut/Bugs']],
    ['21', '1', 'after', ['Price/Bugs/Cut/Dear', 'Product']],
    ['12', '11', 'before', ['Price/Dear/Cut', 'Product/Bugs']],
    ['1', '21', 'after', ['Product/Bugs', 'Price/Cut/Dear']],
    ['1', '12', 'after', ['Price/Cut/Dear', 'Product/Bugs']],
  ] as const)('%s dropped at %s (%s)', (moved, target, side, after) => {
    expect(shape(dropReason(draft, moved, target, side))).toEqual(after)
  })

  it('know how many records hold them or one below', () => {
    expect([heldBy(draft, '1'), heldBy(draft, '11'), heldBy(draft, '2')]).toEqual([5, 3, 0])
  })

  it('say what is wrong with them, and what the server found', () => {
    const wrong = changeReason(changeReason(draft, '12', { name: 'CUT ' }), '2', { name: ' ' })
    expect(problemsOf(wrong)).toEqual({
      12: '"CUT" is already in use. Choose another name.',
      2: 'Enter a name.',
    })
    expect(
      refusalsOf(draft, { 'reasons.0.children.1.name': 'Taken', 'reasons.1.reasonId': 'Gone', other: 'x' }),
    ).toEqual({ 12: 'Taken', 2: 'Gone' })
  })
})
