import { expect, it } from 'vitest'
import { levelOf } from '@steward/contracts/level'
import type { LevelField } from '../../entities/field/index.ts'
import { childColumns } from './child-columns.rules.ts'

const field = (name: string, dataType: LevelField['dataType'], custom = false): LevelField => ({
  name,
  displayName: name,
  dataType,
  kind: 'text',
  custom,
  required: false,
  editable: true,
  visible: true,
  options: [],
})

const fields = [
  field('name', 'string'),
  field('pipelineType', 'parentEntity'),
  field('account', 'account'),
  field('system:owners', 'owner'),
  field('note', 'string', true),
  field('value', 'currency', true),
  field('engage_date', 'date', true),
  field('close_date', 'date', true),
]

const names = (parent: 'organization' | 'account') =>
  childColumns(levelOf('pipeline'), levelOf(parent), fields).map(({ name }) => name)

it('shows the first value and the first date of pipelines, and their account where they have different ones', () => {
  expect(names('organization')).toEqual(['pipelineType', 'account', 'value', 'engage_date', 'system:owners'])
  expect(names('account')).toEqual(['pipelineType', 'value', 'engage_date', 'system:owners'])
})
