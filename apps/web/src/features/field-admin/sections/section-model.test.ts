import { describe, expect, it } from 'vitest'
import {
  draftOf,
  drop,
  fieldDrag,
  inputOf,
  leftAfter,
  problemsOf,
  removeSection,
  sectionDrag,
  stepField,
  stepSection,
  type DraftSection,
} from './section-model.ts'

const section = (name: string, fields: string[], sectionId: number | null = 1) => ({
  sectionId,
  name,
  collapsed: false,
  fields,
})
const draft = draftOf([
  section('One', ['a', 'b'], 1),
  section('Two', [], 2),
  section('Other fields', ['c', 'd'], null),
])
const shape = (sections: readonly DraftSection[]) =>
  sections.map(({ name, fields }) => `${name}: ${fields.join(' ')}`.trim())

describe('a dragged field', () => {
  it.each([
    ['b', fieldDrag('a'), 'before', ['One: b a', 'Two:', 'Other fields: c d']],
    ['c', fieldDrag('a'), 'after', ['One: a c b', 'Two:', 'Other fields: d']],
    ['a', sectionDrag('2'), 'after', ['One: b', 'Two: a', 'Other fields: c d']],
    ['a', fieldDrag('d'), 'before', ['One: b', 'Two:', 'Other fields: c a d']],
    ['a', fieldDrag('a'), 'after', ['One: a b', 'Two:', 'Other fields: c d']],
  ] as const)('%s on %s (%s)', (name, target, side, expected) => {
    expect(shape(drop(draft, fieldDrag(name), target, side))).toEqual(expected)
  })

  it('leaves no empty rest', () => {
    const once = drop(draft, fieldDrag('c'), sectionDrag('2'), 'after')
    expect(shape(drop(once, fieldDrag('d'), sectionDrag('2'), 'after'))).toEqual(['One: a b', 'Two: d c'])
  })
})

describe('a dragged section', () => {
  it('goes beside another, never behind the rest', () => {
    expect(shape(drop(draft, sectionDrag('2'), fieldDrag('a'), 'before'))[0]).toBe('Two:')
    expect(shape(drop(draft, sectionDrag('1'), sectionDrag('rest'), 'after')).at(-1)).toBe(
      'Other fields: c d',
    )
    expect(shape(drop(draft, sectionDrag('rest'), sectionDrag('1'), 'before'))).toEqual(shape(draft))
  })
})

describe('by keys', () => {
  it('a field goes within its section and over its edge', () => {
    expect(shape(stepField(draft, 'a', 1))[0]).toBe('One: b a')
    expect(shape(stepField(draft, 'b', 1))).toEqual(['One: a', 'Two: b', 'Other fields: c d'])
    expect(shape(stepField(draft, 'c', -1))).toEqual(['One: a b', 'Two: c', 'Other fields: d'])
    expect(shape(stepField(draft, 'a', -1))).toEqual(shape(draft))
  })

  it('a section changes places with its neighbour, but not with the rest', () => {
    expect(shape(stepSection(draft, '1', 1))[0]).toBe('Two:')
    expect(shape(stepSection(draft, '2', 1))).toEqual(shape(draft))
  })
})

it('gives the fields of a section that goes to the rest', () => {
  expect(shape(removeSection(draft, '1'))).toEqual(['Two:', 'Other fields: c d a b'])
})

it('sends all but the rest', () => {
  expect(inputOf(draft).map(({ name, sectionId }) => [name, sectionId])).toEqual([
    ['One', 1],
    ['Two', 2],
  ])
})

it('tells names that cannot be', () => {
  const named = draftOf([
    section(' ', [], 1),
    section('A', [], 2),
    section('a', [], 3),
    section('other fields', [], 4),
  ])
  expect(problemsOf(named)).toEqual({
    1: 'Enter a name.',
    3: 'Another section has this name.',
    4: 'This name is reserved. Choose another one.',
  })
})

describe('what was saved', () => {
  const made: DraftSection = { key: 'new-1', sectionId: null, name: 'Three', collapsed: false, fields: [] }
  const sent = [...draft.slice(0, 2), made, ...draft.slice(2)]
  const saved = [section('One', ['a', 'b'], 1), section('Two', [], 2), section('Three', [], 7)]

  it('is no draft any more', () => {
    expect(leftAfter(sent, sent, saved)).toBeNull()
    expect(leftAfter(null, sent, saved)).toBeNull()
  })

  it('leaves what was changed while it was on its way, under the ids that it got', () => {
    const left = leftAfter(drop(sent, fieldDrag('c'), sectionDrag('new-1'), 'after'), sent, saved) ?? []
    expect(shape(left)).toEqual(['One: a b', 'Two:', 'Three: c', 'Other fields: d'])
    expect(left.map(({ sectionId }) => sectionId)).toEqual([1, 2, 7, null])
  })
})
