import { describe, expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import { mergeFields } from './field.calls.ts'
import { inSections } from './field-sections.ts'

const fields = mergeFields(levelOf('account'), [], []).filter(({ name }) =>
  ['about', 'organization', 'churned'].includes(name),
)
const section = (name: string, ...names: string[]) => ({ sectionId: 1, name, collapsed: true, fields: names })
const shape = (sections: Parameters<typeof inSections>[1]) =>
  inSections(fields, sections).map(({ title, collapsed, fields: members }) => [
    title,
    collapsed,
    members.map(({ name }) => name),
  ])

describe('fields in sections', () => {
  it('stand in the order of their section; empty sections and unknown names fall away', () => {
    expect(
      shape([section('One', 'churned', 'gone', 'about'), section('Empty'), section('Two', 'organization')]),
    ).toEqual([
      ['One', true, ['churned', 'about']],
      ['Two', true, ['organization']],
    ])
  })

  it('come last where no section knows them', () => {
    const rest = ['organization', 'churned']
    expect(shape([section('One', 'about')]).at(-1)).toEqual(['Other fields', false, rest])
    const other = { ...section('Other fields', 'churned'), sectionId: null, collapsed: false }
    expect(shape([section('One', 'about'), other]).at(-1)).toEqual([
      'Other fields',
      false,
      ['churned', 'organization'],
    ])
  })

  it('stand in one without any sections', () => {
    expect(shape(undefined).map(([title]) => title)).toEqual(['Fields'])
  })
})
